import { PLAYING_POSITION_MAX, type PlayingPosition } from '@tonarchiv/contract/presence'
import type { ToServer } from '@tonarchiv/contract/realtime'

type OwnStatus = Extract<ToServer, { type: 'userStatus' }>

/** What the member is doing in this browser; it is sent to other members. */
export interface OwnActivity {
  /** The path of the page that is open. */
  path: string
  track: { id: string; title: string; artist: string } | undefined
  isPlaying: boolean
  /** Reads the position of the playing track and the playback rate. */
  readPosition?: () => PlayingPosition
}

/** Maximum number of characters of a title that the server accepts. */
const TITLE_MAX_LENGTH = 200

/**
 * The status texts by the beginning of the path. The server adds the track that the member plays. See docs/product.md
 * §13.2.
 */
const PLACES: readonly (readonly [start: string, status: string])[] = [
  ['/archive', 'Im Archiv'],
  ['/chat', 'Im Chat'],
  ['/videos', 'Schaut Videos'],
]

function statusOfPath(path: string): string | null {
  return PLACES.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? null
}

const shortened = (text: string) => Array.from(text).slice(0, TITLE_MAX_LENGTH).join('')

/** The status as it is sent to the server. */
export function ownStatus({ path, track, isPlaying }: OwnActivity): OwnStatus {
  return {
    type: 'userStatus',
    customStatus: statusOfPath(path),
    currentTrack: track
      ? { id: track.id, title: shortened(track.title), artist: shortened(track.artist) }
      : null,
    isPlaying: track !== undefined && isPlaying,
  }
}

/** The status with the position of the playing track at this moment. */
function withPosition(status: OwnStatus, read: OwnActivity['readPosition']): OwnStatus {
  if (status.isPlaying !== true || read === undefined) return status
  const { seconds, rate } = read()
  if (!Number.isFinite(seconds)) return status
  return { ...status, position: { seconds: Math.min(Math.max(0, seconds), PLAYING_POSITION_MAX), rate } }
}

/**
 * Sends a status when it has changed. `again` repeats the last one; it is called at each heartbeat and when a
 * connection is opened. The position is sent along with the status, and is never a reason to send it. A track that was
 * restored after a reload is sent only after it has played.
 */
export function createStatusSender(send: (status: OwnStatus) => void) {
  let current: OwnStatus | undefined
  let readPosition: OwnActivity['readPosition']
  let lastSent = ''
  let startedTrackId: string | undefined
  return {
    publish(activity: OwnActivity): void {
      readPosition = activity.readPosition
      if (activity.isPlaying) startedTrackId = activity.track?.id
      const isStarted = activity.track !== undefined && activity.track.id === startedTrackId
      current = ownStatus(isStarted ? activity : { ...activity, track: undefined })
      const text = JSON.stringify(current)
      if (text === lastSent) return
      lastSent = text
      send(withPosition(current, readPosition))
    },
    again(): void {
      if (current) send(withPosition(current, readPosition))
    },
  }
}
