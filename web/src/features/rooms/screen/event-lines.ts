import type { RoomEvent } from '@tonarchiv/contract/room-events'
import type { RoomKind } from '@tonarchiv/contract/rooms'
import { shownTitle } from '@tonarchiv/contract/catalog'
import { formatTime } from '#format.ts'
import { callNameOf, MODES, titlesText, videosText } from '../parts/wording.ts'
import type { RoomData } from '../state/room-data.ts'

/** A line in the conversation about an event of the room. */
export interface EventLine {
  id: string
  at: string
  name: RoomEvent['name']
  text: string
  /** Whether a video was added. */
  isVideo: boolean
}

/** The lines for the events of a room. Titles that the member may not see are left out. */
export function eventLines({
  events,
  entries,
  state: { kind },
}: Pick<RoomData, 'events' | 'entries'> & { state: Pick<RoomData['state'], 'kind'> }): EventLine[] {
  const titleOf = (id: string) => {
    const entry = entries.get(id)
    const title = entry?.track?.title ?? entry?.video?.title
    return title === undefined ? undefined : `„${shownTitle(title)}“`
  }
  return events.map((event) => ({
    id: event.id,
    at: event.at,
    name: event.name,
    text: textOf(event, kind, 'entryId' in event ? titleOf(event.entryId) : undefined),
    isVideo: kind === 'video' && event.name === 'added',
  }))
}

function textOf(event: RoomEvent, kind: RoomKind, title: string | undefined): string {
  const who = callNameOf(event.by)
  const named = title ?? (kind === 'video' ? 'ein Video' : 'einen Titel')
  const several = kind === 'video' ? videosText : titlesText
  switch (event.name) {
    case 'joined':
      return `${who} ist da`
    case 'left':
      return `${who} hat den Raum verlassen`
    case 'added':
      return `${who} hat ${event.count > 1 ? several(event.count) : named} ${kind === 'video' ? 'eingelegt' : 'hinzugefügt'}`
    case 'proposed':
      return `${who} schlägt ${event.count > 1 ? several(event.count) : named} vor`
    case 'accepted':
      return `${who} hat ${named} angenommen`
    case 'removed':
      return `${who} hat ${named} entfernt`
    case 'paused':
      return `${who} hat angehalten`
    case 'resumed':
      return `${who} spielt weiter`
    case 'sought':
      return `${who} ist zu ${formatTime(event.positionMs / 1000)} gesprungen`
    case 'skipped':
      return `${who} hat ${named} übersprungen`
    case 'leads':
      return `${title ?? (kind === 'video' ? 'Ein Video' : 'Ein Titel')} liegt jetzt vorn`
    case 'skipVotes':
      return `${event.votes} von ${event.needed} Stimmen zum Überspringen`
    case 'mode':
      return `${who} hat auf „${MODES[event.mode].name}“ gestellt`
    case 'renamed':
      return `${who} hat den Raum in „${event.roomName}“ umbenannt`
    case 'access':
      return event.isInviteOnly
        ? `${who} lässt nur noch Eingeladene herein`
        : `${who} hat den Raum für alle geöffnet`
    default:
      return event.wasLongest ? `${who} ist am längsten da und jetzt Gastgeber` : `${who} ist jetzt Gastgeber`
  }
}
