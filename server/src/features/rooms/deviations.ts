import type { RoomDeviations } from '@tonarchiv/contract/room-messages'
import * as z from 'zod/mini'
import type { Bus } from '#events/bus.ts'
import type { Followers } from './followers.ts'

/** Minimum time between two messages about a room, to other processes and to tabs. */
const EVERY_MS = 5000

const Reported = z.object({
  roomId: z.string(),
  deviations: z.array(z.object({ userId: z.string(), ms: z.number() })),
})

type Deviations = z.infer<typeof RoomDeviations>['deviations']

interface Needs {
  bus: Bus
  followers: Pick<Followers, 'roomIds' | 'soundOf'>
  /** Whether the members of a room see each other's deviations. */
  isShared: (roomId: string) => boolean
  send: (roomId: string, deviations: Deviations) => void
  everyMs?: number | undefined
}

/** The last reported deviations of members' playback from that of their room, in all processes. */
export interface SharedDeviations {
  /** Call it when a tab of this process has reported a deviation, in milliseconds. */
  note: (roomId: string, userId: string, ms: number) => void
  close(): void
}

interface Known {
  ms: Map<string, number>
  /** Members whose deviation was reported to this process since the last message to the others. */
  own: Set<string>
  isChanged: boolean
}

/** Collects deviations and sends them at most once in an interval. No timer runs while there are no reports. */
export function shareDeviations({
  bus,
  followers,
  isShared,
  send,
  everyMs = EVERY_MS,
}: Needs): SharedDeviations {
  const topic = bus.topic('rooms.deviations', Reported)
  const rooms = new Map<string, Known>()
  let timer: NodeJS.Timeout | undefined

  function sendAll(): void {
    timer = undefined
    const followed = followers.roomIds()
    for (const [roomId, known] of rooms) {
      if (!followed.has(roomId)) {
        rooms.delete(roomId)
        continue
      }
      if (!known.isChanged) continue
      for (const userId of known.ms.keys())
        if (followers.soundOf(roomId, userId) === 'away') known.ms.delete(userId)
      const deviations = [...known.ms].map(([userId, ms]) => ({ userId, ms }))
      const own = deviations.filter(({ userId }) => known.own.has(userId))
      if (own.length > 0) topic.publish({ roomId, deviations: own })
      known.own.clear()
      known.isChanged = false
      send(roomId, deviations)
    }
  }

  function set(roomId: string, userId: string, ms: number): Known {
    const known = rooms.get(roomId) ?? { ms: new Map(), own: new Set(), isChanged: false }
    rooms.set(roomId, known)
    known.ms.set(userId, ms)
    known.isChanged = true
    timer ??= setTimeout(sendAll, everyMs)
    return known
  }

  topic.subscribe(({ roomId, deviations }) => {
    if (followers.roomIds().has(roomId)) for (const { userId, ms } of deviations) set(roomId, userId, ms)
  })
  return {
    note: (roomId, userId, ms) => {
      if (isShared(roomId)) set(roomId, userId, ms).own.add(userId)
    },
    close: () => clearTimeout(timer),
  }
}
