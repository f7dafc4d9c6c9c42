import * as z from 'zod/mini'
import { HeardTrack } from '@tonarchiv/contract/presence'
import type { Bus } from '#events/bus.ts'
import { isSameState, type State } from './states.ts'

/** A process says so often that it lives; one that was not heard for so long is gone with all its users. */
const BEAT_EVERY_MS = 2000
const GONE_AFTER_MS = 8000

const StateShape = z.object({
  place: z.string(),
  track: z.nullable(HeardTrack),
  isPlaying: z.boolean(),
  changedAt: z.number(),
})

const News = z.discriminatedUnion('kind', [
  /** Somebody new asks everyone for their users. */
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('goodbye') }),
  /** Users of the sender whose state has changed, null for gone; with `all` these are all it has. */
  z.object({
    kind: z.literal('users'),
    all: z.boolean(),
    users: z.array(z.object({ id: z.string(), state: z.nullable(StateShape) })),
  }),
])

/** What the other processes say of the users connected to them. */
export interface Others {
  statesOf(userId: string): State[]
  /** All users that are connected elsewhere, some more than once. */
  userIds(): Iterable<string>
  /** Tells the others about our users; undefined is gone. */
  tell(changes: ReadonlyMap<string, State | undefined>): void
  close(): void
}

interface Needs {
  bus: Bus
  /** All users of this process. */
  ours: () => ReadonlyMap<string, State>
  /** Hears whose state has changed elsewhere. */
  changed: (userId: string) => void
  beatEveryMs?: number
  goneAfterMs?: number
}

export function otherProcesses({
  bus,
  ours,
  changed,
  beatEveryMs = BEAT_EVERY_MS,
  goneAfterMs = GONE_AFTER_MS,
}: Needs): Others {
  const topic = bus.topic('presence', News)
  const processes = new Map<string, { heardAt: number; users: Map<string, State> }>()

  function forget(name: string): void {
    const gone = processes.get(name)
    processes.delete(name)
    for (const id of gone?.users.keys() ?? []) changed(id)
  }

  function tellAll(): void {
    const users = [...ours()].map(([id, state]) => ({ id, state }))
    topic.tell({ kind: 'users', all: true, users })
  }

  topic.listen((news, from) => {
    if (news.kind === 'goodbye') return forget(from)
    let known = processes.get(from)
    if (known === undefined) {
      known = { heardAt: 0, users: new Map() }
      processes.set(from, known)
      // Somebody whose users we do not know yet; they may not know ours, either.
      if (!(news.kind === 'users' && news.all)) topic.tell({ kind: 'hello' })
    }
    known.heardAt = performance.now()
    if (news.kind === 'hello') tellAll()
    if (news.kind !== 'users') return
    const before = known.users
    if (news.all) known.users = new Map()
    for (const { id, state } of news.users) {
      const isNews = !isSameState(before.get(id), state ?? undefined)
      if (state === null) known.users.delete(id)
      else known.users.set(id, state)
      if (isNews) changed(id)
    }
    if (news.all) for (const id of before.keys()) if (!known.users.has(id)) changed(id)
  })

  bus.onReturn(() => {
    topic.tell({ kind: 'hello' })
    tellAll()
  })
  topic.tell({ kind: 'hello' })

  const timer = setInterval(() => {
    topic.tell({ kind: 'beat' })
    const before = performance.now() - goneAfterMs
    for (const [name, { heardAt }] of processes) if (heardAt < before) forget(name)
  }, beatEveryMs)

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
    tell: (changes) => {
      const users = [...changes].map(([id, state]) => ({ id, state: state ?? null }))
      topic.tell({ kind: 'users', all: false, users })
    },
    close: () => {
      clearInterval(timer)
      topic.tell({ kind: 'goodbye' })
    },
  }
}
