import type { ToServer } from '@tonarchiv/contract/realtime'

type OwnStatus = Extract<ToServer, { type: 'userStatus' }>

/** What somebody does, as far as others may know. */
export interface OwnActivity {
  /** Path of the page. */
  path: string
  track: { id: string; title: string; artist: string } | undefined
  isPlaying: boolean
}

/** Longest title that the server takes, characters. */
const TITLE_MAX_LENGTH = 200

/** See docs/product.md §13.2. What a member listens to is added by the server. */
const PLACES: readonly (readonly [start: string, status: string])[] = [
  ['/archive', 'Im Archiv'],
  ['/chat', 'Im Chat'],
  ['/videos', 'Schaut Videos'],
]

function statusOfPath(path: string): string | null {
  return PLACES.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? null
}

const shortened = (text: string) => Array.from(text).slice(0, TITLE_MAX_LENGTH).join('')

/** What the server is told about it. */
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

/**
 * Tells each change once; `again` repeats it, with each heartbeat and to a new connection, which knows nothing yet.
 * A track that was only put back after a reload is not told: it counts from the moment it sounds.
 */
export function createStatusSender(send: (status: OwnStatus) => void) {
  let current: OwnStatus | undefined
  let lastSent = ''
  let startedTrackId: string | undefined
  return {
    publish(activity: OwnActivity): void {
      if (activity.isPlaying) startedTrackId = activity.track?.id
      const isStarted = activity.track !== undefined && activity.track.id === startedTrackId
      current = ownStatus(isStarted ? activity : { ...activity, track: undefined })
      const text = JSON.stringify(current)
      if (text === lastSent) return
      lastSent = text
      send(current)
    },
    again(): void {
      if (current) send(current)
    },
  }
}
