import { nextOpening, premiereOf } from '#features/catalog/index.ts'
import type { PremiereRooms } from '#features/rooms/index.ts'
import type { Services } from '#services.ts'
import { unsettledPremieres } from './store.ts'

/** How long after a premiere this process looks whether another one has opened its room. */
const LOOK_AFTER_MS = 1000
/** The longest time that a timer of Node can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Brings the rooms of premieres into the state that their premieres have. */
export interface EveningRooms {
  /** Call it when a premiere was set, moved or called off, or has begun. Several processes may call it at once. */
  changed: (albumId: string) => Promise<void>
  close: () => void
}

/**
 * Opens the rooms of premieres, begins and ends them. Each process does so for the premieres of which it
 * receives events, at its start, and a second after each premiere. So a room is also opened when another process dies
 * at the time of the premiere.
 */
export function openEveningRooms(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  rooms: PremiereRooms,
): EveningRooms {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function settle(albumId: string): Promise<void> {
    const premiere = await premiereOf(db, albumId)
    if (premiere === undefined) return
    if (premiere.openedAt !== null) await rooms.begin(albumId)
    else if (premiere.opensAt === null) await rooms.callOff(albumId)
    else await rooms.announce(albumId)
  }

  async function lookAgain(): Promise<void> {
    if (isClosed) return
    for (const albumId of await unsettledPremieres(db)) await settle(albumId)
    await schedule()
  }

  async function schedule(): Promise<void> {
    const next = await nextOpening(db)
    clearTimeout(timer)
    if (next === undefined || isClosed) return
    const waits = Math.max(Date.parse(next) - now().getTime(), 0) + LOOK_AFTER_MS
    timer = setTimeout(() => void run(lookAgain), Math.min(waits, TIMER_MAX_MS))
    timer.unref()
  }

  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'the room of a premiere was not brought up to date')
    }
  }

  void run(lookAgain)
  return {
    changed: async (albumId) => {
      await settle(albumId)
      await schedule()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
