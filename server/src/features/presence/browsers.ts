import type { GivenTrack, HeardTrack } from '@tonarchiv/contract/presence'
import { findTracks } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import type { Connection } from '#realtime/connection.ts'
import type { Sockets } from '#realtime/sockets.ts'
import { joined, type State } from './states.ts'

/** What the browsers that are connected to this process say of their users. */
export interface Browsers {
  /** Undefined when none of a user's browsers is there and speaks. */
  stateOf(userId: string): State | undefined
}

/** What happens when the state of a member may be another one. */
interface BrowserHandlers {
  /** A browser connected, disconnected, fell silent or speaks again. */
  connectionChanged: (userId: string) => void
  /** A browser sent something else than before. */
  statusChanged: (userId: string) => void
}

const NOTHING_SAID: State = { place: '', track: null, isPlaying: false, changedAt: 0 }

export function listenToBrowsers(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  sockets: Sockets,
  { connectionChanged, statusChanged }: BrowserHandlers,
): Browsers {
  const said = new WeakMap<Connection, State>()
  /** The last status of each connection as it came; browsers repeat it with every heartbeat. */
  const lastGiven = new WeakMap<Connection, string>()

  sockets.watch({
    silenceChanged: ({ holder }) => connectionChanged(holder.userId),
    closed: ({ holder }) => connectionChanged(holder.userId),
  })

  sockets.hear('userStatus', (connection, { customStatus, currentTrack, isPlaying }) => {
    const given = JSON.stringify([customStatus, currentTrack, isPlaying])
    // A repetition is no change: of two browsers, the one that did something last stays the one that counts.
    if (lastGiven.get(connection) === given) return
    lastGiven.set(connection, given)
    const before = said.get(connection) ?? NOTHING_SAID
    const track = currentTrack === undefined ? before.track : trackOf(currentTrack, before.track)
    said.set(connection, {
      place: customStatus === undefined ? before.place : (customStatus ?? ''),
      track,
      isPlaying: track !== null && (isPlaying ?? before.isPlaying),
      changedAt: now().getTime(),
    })
    statusChanged(connection.holder.userId)
    if (track !== null && track !== before.track && track.id !== null)
      void lookUp(connection, track, track.id)
  })

  /** The archive's names for the track count; what it does not know keeps the names it was given, without an id. */
  async function lookUp(connection: Connection, track: HeardTrack, id: string): Promise<void> {
    try {
      const found = (await findTracks(db, [id])).get(id)
      const state = said.get(connection)
      // The browser has said something newer meanwhile.
      if (state?.track !== track) return
      state.track =
        found === undefined
          ? track.title === ''
            ? null
            : { ...track, id: null }
          : { id, title: found.title, artist: found.album.title }
      if (state.track === null) state.isPlaying = false
      statusChanged(connection.holder.userId)
    } catch (error) {
      // The repetition looks it up again.
      lastGiven.delete(connection)
      log.warn({ err: error }, 'a track that is heard could not be looked up')
    }
  }

  return {
    stateOf: (userId) =>
      joined(
        sockets
          .connectionsOf(userId)
          .filter(({ isOpen, isSilent }) => isOpen && !isSilent)
          .map((connection) => said.get(connection) ?? NOTHING_SAID),
      ),
  }
}

function trackOf(given: GivenTrack | null, before: HeardTrack | null): HeardTrack | null {
  if (given === null) return null
  const { id = null, title, artist } = { id: undefined, artist: undefined, ...given }
  if (id !== null && id === before?.id) return before
  return id === null && (title ?? '') === '' ? null : { id, title: title ?? '', artist: artist ?? '' }
}
