import type { PlayingPosition, ReportedTrack, PlayingTrack } from '@tonarchiv/contract/presence'
import { artistOf, findTracks } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import type { Connection } from '#realtime/connection.ts'
import type { Sockets } from '#realtime/sockets.ts'
import { keptPosition, mergeStates, type State } from './states.ts'

/** The states that the connected browsers of this process have reported. */
export interface BrowserStates {
  /** The state of a member. Undefined when no browser of the member is connected and sends heartbeats. */
  stateOf(userId: string): State | undefined
}

/** Called when the state of a member may have changed. */
interface BrowserHandlers {
  /** Called when a browser has connected or disconnected, or when its heartbeats have stopped or resumed. */
  connectionChanged: (userId: string) => void
  /** Called when a browser has sent another status than before. */
  statusChanged: (userId: string) => void
}

const NO_STATUS: State = { place: '', track: null, isPlaying: false, changedAt: 0 }

export function trackBrowsers(
  { db, log, now }: Pick<Services, 'db' | 'log' | 'now'>,
  sockets: Sockets,
  { connectionChanged, statusChanged }: BrowserHandlers,
): BrowserStates {
  const statusByConnection = new WeakMap<Connection, State>()
  /** The last unparsed status of each connection. Browsers repeat their status with every heartbeat. */
  const lastReceived = new WeakMap<Connection, string>()

  sockets.watch({
    silenceChanged: ({ holder }) => connectionChanged(holder.userId),
    closed: ({ holder }) => connectionChanged(holder.userId),
  })

  sockets.on('userStatus', (connection, { customStatus, currentTrack, isPlaying, position }) => {
    const given = JSON.stringify([customStatus, currentTrack, isPlaying])
    // A repeated status is not a change. Otherwise, of two browsers of a member, the one that repeated its status last
    // would always win.
    if (lastReceived.get(connection) === given) return notePosition(connection, position)
    lastReceived.set(connection, given)
    const before = statusByConnection.get(connection) ?? NO_STATUS
    const track = currentTrack === undefined ? before.track : trackOf(currentTrack, before.track)
    const changedAt = now().getTime()
    const plays = track !== null && (isPlaying ?? before.isPlaying)
    const known = track === before.track && before.isPlaying ? before.position : undefined
    statusByConnection.set(connection, {
      place: customStatus === undefined ? before.place : (customStatus ?? ''),
      track,
      isPlaying: plays,
      position: plays ? keptPosition(known, position, changedAt) : undefined,
      changedAt,
    })
    statusChanged(connection.holder.userId)
    if (track !== null && track !== before.track && track.id !== null)
      void lookUp(connection, track, track.id)
  })

  /** Notes the position of a status that is repeated. It is a change only after a seek. */
  function notePosition(connection: Connection, position: PlayingPosition | undefined): void {
    const state = statusByConnection.get(connection)
    if (state?.isPlaying !== true) return
    const kept = keptPosition(state.position, position, now().getTime())
    if (kept === state.position) return
    state.position = kept
    statusChanged(connection.holder.userId)
  }

  /**
   * Replaces the titles that a browser has sent by those of the archive. A track that the archive does not have keeps
   * the sent titles and gets no id.
   */
  async function lookUp(connection: Connection, track: PlayingTrack, id: string): Promise<void> {
    try {
      const found = (await findTracks(db, [id])).get(id)
      const state = statusByConnection.get(connection)
      // The browser has sent a newer status in the meantime.
      if (state?.track !== track) return
      state.track =
        found === undefined
          ? track.title === ''
            ? null
            : { ...track, id: null }
          : { id, title: found.title, artist: artistOf(found) }
      if (state.track === null) state.isPlaying = false
      statusChanged(connection.holder.userId)
    } catch (error) {
      // After this, the next repetition of the status looks the track up again.
      lastReceived.delete(connection)
      log.warn({ err: error }, 'a track that is heard could not be looked up')
    }
  }

  return {
    stateOf: (userId) =>
      mergeStates(
        sockets
          .connectionsOf(userId)
          .filter(({ isOpen, isSilent }) => isOpen && !isSilent)
          .map((connection) => statusByConnection.get(connection) ?? NO_STATUS),
      ),
  }
}

function trackOf(given: ReportedTrack | null, before: PlayingTrack | null): PlayingTrack | null {
  if (given === null) return null
  const { id = null, title, artist } = { id: undefined, artist: undefined, ...given }
  if (id !== null && id === before?.id) return before
  return id === null && (title ?? '') === '' ? null : { id, title: title ?? '', artist: artist ?? '' }
}
