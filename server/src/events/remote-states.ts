import * as z from 'zod/mini'
import type { Bus } from './bus.ts'

/**
 * Interval of the heartbeats between processes. A process that has sent no heartbeat for `EXPIRE_AFTER_MS` counts as
 * stopped, and its states are removed.
 */
const HEARTBEAT_EVERY_MS = 2000
const EXPIRE_AFTER_MS = 8000

/** The states that other processes publish for accounts. There is one state for each account and process. */
export interface RemoteStates<State> {
  statesOf(userId: string): State[]
  /** Publishes changed states of accounts of this process. Undefined removes the state of an account. */
  publish(changes: ReadonlyMap<string, State | undefined>): void
  close(): void
}

interface Needs<State> {
  bus: Bus
  /** The name of the topic. */
  topic: string
  shape: z.ZodMiniType<State>
  isSame: (one: State | undefined, other: State | undefined) => boolean
  /** The states of all accounts of this process. */
  localStates: () => ReadonlyMap<string, State>
  /** Called when another process has changed the state of this account. */
  changed: (userId: string) => void
  heartbeatEveryMs?: number | undefined
  expireAfterMs?: number | undefined
}

function messageOf<State>(shape: z.ZodMiniType<State>) {
  return z.discriminatedUnion('kind', [
    /** A new process requests the states of all others. */
    z.object({ kind: z.literal('hello') }),
    z.object({ kind: z.literal('beat') }),
    z.object({ kind: z.literal('goodbye') }),
    /**
     * States of accounts of the sending process that have changed. Null removes a state. With `all` the list is
     * complete.
     */
    z.object({
      kind: z.literal('users'),
      all: z.boolean(),
      users: z.array(z.object({ id: z.string(), state: z.nullable(shape) })),
    }),
  ])
}

/** Exchanges states of accounts with the other processes. When a process stops, its states are removed. */
export function trackRemoteStates<State>({
  bus,
  topic: name,
  shape,
  isSame,
  localStates,
  changed,
  heartbeatEveryMs = HEARTBEAT_EVERY_MS,
  expireAfterMs = EXPIRE_AFTER_MS,
}: Needs<State>): RemoteStates<State> {
  const topic = bus.topic(name, messageOf(shape))
  const processes = new Map<string, { lastSeenAt: number; users: Map<string, State> }>()

  function forget(from: string): void {
    const gone = processes.get(from)
    processes.delete(from)
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
      // This process does not know the sender yet, and the sender may not know the states of this process either.
      if (!(message.kind === 'users' && message.all)) topic.publish({ kind: 'hello' })
    }
    peer.lastSeenAt = performance.now()
    if (message.kind === 'hello') publishAll()
    if (message.kind !== 'users') return
    const before = peer.users
    if (message.all) peer.users = new Map()
    for (const { id, state } of message.users) {
      const hasChanged = !isSame(before.get(id), state ?? undefined)
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
    for (const [from, { lastSeenAt }] of processes) if (lastSeenAt < before) forget(from)
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
