import type { RoomEvent } from '@tonarchiv/contract/room-events'
import { shownTitle } from '@tonarchiv/contract/catalog'
import { formatTime } from '#format.ts'
import { callNameOf, MODES, titlesText } from '../parts/wording.ts'
import type { RoomData } from '../state/room-data.ts'

/** A line about what happened in a room. */
export interface EventLine {
  id: string
  at: string
  name: RoomEvent['name']
  text: string
}

/** The lines of a room. Titles that the member may not see are not named. */
export function eventLines({ events, entries }: Pick<RoomData, 'events' | 'entries'>): EventLine[] {
  const titleOf = (id: string) => {
    const title = entries.get(id)?.track?.title
    return title === undefined ? undefined : `„${shownTitle(title)}“`
  }
  return events.map((event) => ({
    id: event.id,
    at: event.at,
    name: event.name,
    text: textOf(event, 'entryId' in event ? titleOf(event.entryId) : undefined),
  }))
}

function textOf(event: RoomEvent, title: string | undefined): string {
  const who = callNameOf(event.by)
  const named = title ?? 'einen Titel'
  switch (event.name) {
    case 'joined':
      return `${who} ist da`
    case 'left':
      return `${who} hat den Raum verlassen`
    case 'added':
      return `${who} hat ${event.count > 1 ? titlesText(event.count) : named} hinzugefügt`
    case 'proposed':
      return `${who} schlägt ${event.count > 1 ? titlesText(event.count) : named} vor`
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
      return `${title ?? 'Ein Titel'} liegt jetzt vorn`
    case 'skipVotes':
      return `${event.votes} von ${event.needed} Stimmen zum Überspringen`
    case 'mode':
      return `${who} hat auf „${MODES[event.mode].name}“ gestellt`
    case 'renamed':
      return `${who} hat den Raum in „${event.roomName}“ umbenannt`
    default:
      return event.wasLongest ? `${who} ist am längsten da und jetzt Gastgeber` : `${who} ist jetzt Gastgeber`
  }
}
