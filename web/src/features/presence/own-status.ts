import type { ToServer } from '@tonarchiv/contract/realtime'

type OwnStatus = Extract<ToServer, { type: 'userStatus' }>

/** What somebody does, as far as others may know. */
export interface Doing {
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

function placeOf(path: string): string | null {
  return PLACES.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? null
}

const shortened = (text: string) => Array.from(text).slice(0, TITLE_MAX_LENGTH).join('')

/** What the server is told about it. */
export function ownStatus({ path, track, isPlaying }: Doing): OwnStatus {
  return {
    type: 'userStatus',
    customStatus: placeOf(path),
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
export function createStatusTeller(send: (status: OwnStatus) => void) {
  let current: OwnStatus | undefined
  let told = ''
  let startedTrackId: string | undefined
  return {
    tell(doing: Doing): void {
      if (doing.isPlaying) startedTrackId = doing.track?.id
      const isStarted = doing.track !== undefined && doing.track.id === startedTrackId
      current = ownStatus(isStarted ? doing : { ...doing, track: undefined })
      const text = JSON.stringify(current)
      if (text === told) return
      told = text
      send(current)
    },
    again(): void {
      if (current) send(current)
    },
  }
}
