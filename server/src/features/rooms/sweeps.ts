import { ROOM_ENDS_AFTER_MS } from '@tonarchiv/contract/rooms'
import type { Database } from '#database/open.ts'
import type { ChangeRoom } from './entrance.ts'
import type { Followers } from './followers.ts'
import { hasBegun, isPremiere } from './premiere-acts.ts'
import * as store from './store.ts'

/** Intervals in milliseconds; tests use shorter ones. */
export interface RoomTimes {
  /** How often followed rooms are marked as seen, and how often members and rooms that are due are looked for. */
  roomSweepEveryMs: number
  /** A member whose tabs were not seen for this time leaves the room. */
  roomAwayAfterMs: number
  roomEndsAfterMs: number
}

export const ROOM_TIMES: RoomTimes = {
  roomSweepEveryMs: 5000,
  roomAwayAfterMs: 40_000,
  roomEndsAfterMs: ROOM_ENDS_AFTER_MS,
}

/** Runs work that no call waits for, and logs its failure. */
type Run = (work: () => Promise<unknown>) => Promise<void>

interface SweepNeeds {
  db: Database
  now: () => number
  times: RoomTimes
  followers: Pick<Followers, 'userIds' | 'checkAgain'>
  change: ChangeRoom
  run: Run
}

export interface Sweeps {
  /** Call it when there may be an open room. */
  wake: () => void
  stop: () => void
}

/**
 * Marks members whose tabs are here as seen, and lets members leave who were not seen, at regular intervals while there
 * are open rooms. Members of a process that has just started have had no time to come back.
 */
export function startSweeps({ db, now, times, followers, change, run }: SweepNeeds): Sweeps {
  const openedAt = now()
  return repeatWhileNeeded(times.roomSweepEveryMs, run, async () => {
    const at = now()
    const open = await store.endsOfOpenRooms(db)
    if (open.every(isQuiet)) return false
    followers.checkAgain()
    await store.markSeen(db, followers.userIds(), at)
    const unseenBefore = at - times.roomAwayAfterMs
    const unseen = await store.unseenMembers(db, unseenBefore < openedAt ? 0 : unseenBefore)
    for (const { roomId, userId } of unseen) await change(roomId, { type: 'leave', userId })
    const emptyBefore = at - times.roomEndsAfterMs
    for (const room of open) if (isDue(room, emptyBefore)) await change(room.id, { type: 'pass' })
    return true
  })
}

type OpenRoom = Awaited<ReturnType<typeof store.endsOfOpenRooms>>[number]

/** Whether a room is the empty room of a coming premiere, for which the sweeps have nothing to do. */
function isQuiet(room: OpenRoom): boolean {
  return isPremiere(room) && !hasBegun(room) && room.emptySince !== null
}

/** Whether the room may end, or has lost its host. */
function isDue(room: OpenRoom, emptyBefore: number): boolean {
  if (room.emptySince === null) return room.hostId === null && !isPremiere(room)
  return room.emptySince < emptyBefore && !isQuiet(room)
}

/** Repeats work until it returns false, and again from the next `wake` on. It begins at once. */
export function repeatWhileNeeded(everyMs: number, run: Run, work: () => Promise<boolean>): Sweeps {
  let isNeeded = true
  let running: Promise<void> | undefined

  async function once(): Promise<void> {
    // A `wake` while the work runs sets `isNeeded` again.
    isNeeded = false
    let isNeededStill = true
    try {
      isNeededStill = await work()
    } finally {
      isNeeded ||= isNeededStill
    }
  }

  const timer = setInterval(() => {
    if (!isNeeded) return
    running ??= run(once).finally(() => {
      running = undefined
    })
  }, everyMs)
  return {
    wake: () => {
      isNeeded = true
    },
    stop: () => clearInterval(timer),
  }
}
