import * as z from 'zod/mini'
import { PlayingTrack } from '@tonarchiv/contract/presence'
import type { Bus } from '#events/bus.ts'
import { isSameState, type State } from './states.ts'

/**
 * Interval of the heartbeats between processes; a process without one for the second time has stopped, and
 * its members are offline.
 */
const HEARTBEAT_EVERY_MS = 2000
const EXPIRE_AFTER_MS = 8000

const StateShape = z.object({
  place: z.string(),
  track: z.nullable(PlayingTrack),
  isPlaying: z.boolean(),
  changedAt: z.number(),
})

const PresenceMessage = z.discriminatedUnion('kind', [
  /** A new process requests the members of all others. */
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('goodbye') }),
  /**
   * Members of the sending process whose state has changed, null for offline; with `all` they are its
   * complete list.
   */
  z.object({
    kind: z.literal('users'),
    all: z.boolean(),
    users: z.array(z.object({ id: z.string(), state: z.nullable(StateShape) })),
  }),
])

/** The states of members that are connected to other processes. */
export interface RemoteProcesses {
  statesOf(userId: string): State[]
  /** All members that are connected to other processes, some more than once. */
  userIds(): Iterable<string>
  /** Publishes changes of our members; undefined means offline. */
  publish(changes: ReadonlyMap<string, State | undefined>): void
  close(): void
}

interface Needs {
  bus: Bus
  /** All members of this process. */
  localStates: () => ReadonlyMap<string, State>
  /** Called when the state of a member at another process has changed. */
  changed: (userId: string) => void
  heartbeatEveryMs?: number
  expireAfterMs?: number
}

export function trackRemoteProcesses({
  bus,
  localStates,
  changed,
  heartbeatEveryMs = HEARTBEAT_EVERY_MS,
  expireAfterMs = EXPIRE_AFTER_MS,
}: Needs): RemoteProcesses {
  const topic = bus.topic('presence', PresenceMessage)
  const processes = new Map<string, { lastSeenAt: number; users: Map<string, State> }>()

  function forget(name: string): void {
    const gone = processes.get(name)
    processes.delete(name)
    for (const id of gone?.users.keys() ?? []) changed(id)
  }

  function publishAll(): void {
    const users = [...localStates()].map(([id, state]) => ({ id, state }))
    topic.publish({ kind: 'users', all: true, users })
  }

  topic.subscribe((message, from) => {
    if (message.kind === 'goodbye') return forget(from)
    let peer = processes.get(from)
    if (peer === undefined) {
      peer = { lastSeenAt: 0, users: new Map() }
      processes.set(from, peer)
      // A process that is not known here yet; it may not know our members either.
      if (!(message.kind === 'users' && message.all)) topic.publish({ kind: 'hello' })
    }
    peer.lastSeenAt = performance.now()
    if (message.kind === 'hello') publishAll()
    if (message.kind !== 'users') return
    const before = peer.users
    if (message.all) peer.users = new Map()
    for (const { id, state } of message.users) {
      const hasChanged = !isSameState(before.get(id), state ?? undefined)
      if (state === null) peer.users.delete(id)
      else peer.users.set(id, state)
      if (hasChanged) changed(id)
    }
    if (message.all) for (const id of before.keys()) if (!peer.users.has(id)) changed(id)
  })

  bus.onReturn(() => {
    topic.publish({ kind: 'hello' })
    publishAll()
  })
  topic.publish({ kind: 'hello' })

  const timer = setInterval(() => {
    topic.publish({ kind: 'beat' })
    const before = performance.now() - expireAfterMs
    for (const [name, { lastSeenAt }] of processes) if (lastSeenAt < before) forget(name)
  }, heartbeatEveryMs)

  return {
    statesOf: (userId) => {
      const states: State[] = []
      for (const { users } of processes.values()) {
        const state = users.get(userId)
        if (state !== undefined) states.push(state)
      }
      return states
    },
    userIds: function* () {
      for (const { users } of processes.values()) yield* users.keys()
    },
    publish: (changes) => {
      const users = [...changes].map(([id, state]) => ({ id, state: state ?? null }))
      topic.publish({ kind: 'users', all: false, users })
    },
    close: () => {
      clearInterval(timer)
      topic.publish({ kind: 'goodbye' })
    },
  }
}
