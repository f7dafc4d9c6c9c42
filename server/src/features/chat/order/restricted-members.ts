import * as z from 'zod/mini'
import { boundedQueue } from '#platform/bounded-queue.ts'
import type { Services } from '#services.ts'
import { allInForce } from './restrictions-store.ts'

/** Interval at which restrictions are read again, in case a message of another process was lost. */
const RELOAD_EVERY_MS = 60_000
/** Maximum number of reads that wait; admins do not change more restrictions at once. */
const READS_WAITING_MAX = 1000

/** The members who are banned from the room or muted in it, in the memory of each process. */
export interface RestrictedMembers {
  /** The accounts that receive nothing of the room. */
  bannedIds(): ReadonlySet<string>
  /** Whether an account may write in the room. One that may not is not shown to others as typing. */
  mayWrite(userId: string): boolean
  /** Call it after a restriction was added or lifted: all processes read them again. */
  changed(): Promise<void>
  close(): void
}

export async function openRestrictedMembers({
  db,
  bus,
  log,
  now,
}: Pick<Services, 'db' | 'bus' | 'log' | 'now'>): Promise<RestrictedMembers> {
  const topic = bus.topic('chat-bans', z.object({ changed: z.literal(true) }))
  let banned: ReadonlySet<string> = new Set()
  /** The end of each mute, by account. */
  let mutes: ReadonlyMap<string, string> = new Map()
  // Reads run one after the other: a slow read must not replace what a later one has found.
  const reads = boundedQueue({ atOnce: 1, waiting: READS_WAITING_MAX })
  const reload = async () => reads.run(readAll)
  async function readAll(): Promise<void> {
    const restrictions = await allInForce(db, now())
    banned = new Set(restrictions.filter(({ kind }) => kind === 'ban').map(({ userId }) => userId))
    mutes = new Map(restrictions.flatMap(({ userId, until }) => (until === null ? [] : [[userId, until]])))
  }
  const reloadSoon = () =>
    void reload().catch((error: unknown) => log.warn({ err: error }, 'mutes and bans were not read'))
  await reload()
  topic.subscribe(reloadSoon)
  bus.onGap(reloadSoon)
  const timer = setInterval(reloadSoon, RELOAD_EVERY_MS)
  timer.unref()
  return {
    bannedIds: () => banned,
    mayWrite: (userId) => !banned.has(userId) && (mutes.get(userId) ?? '') <= now().toISOString(),
    changed: async () => {
      await reload()
      topic.publish({ changed: true })
    },
    close: () => clearInterval(timer),
  }
}
