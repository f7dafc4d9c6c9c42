import * as z from 'zod/mini'
import type { Services } from '#services.ts'
import { bannedIds } from './restrictions-store.ts'

/** Restrictions that another process has missed are noticed after this time. */
const RELOAD_EVERY_MS = 60_000

/** The accounts that receive no changes of the room, in the memory of each process. */
export interface BannedMembers {
  ids(): ReadonlySet<string>
  /** Call it after a ban was added or lifted: all processes read them again. */
  changed(): Promise<void>
  close(): void
}

export async function openBannedMembers({
  db,
  bus,
  log,
}: Pick<Services, 'db' | 'bus' | 'log'>): Promise<BannedMembers> {
  const topic = bus.topic('chat-bans', z.object({ changed: z.literal(true) }))
  let ids: ReadonlySet<string> = new Set()
  const reload = async () => {
    ids = new Set(await bannedIds(db))
  }
  const reloadSoon = () =>
    void reload().catch((error: unknown) => log.warn({ err: error }, 'bans were not read'))
  await reload()
  topic.subscribe(reloadSoon)
  bus.onGap(reloadSoon)
  const timer = setInterval(reloadSoon, RELOAD_EVERY_MS)
  timer.unref()
  return {
    ids: () => ids,
    changed: async () => {
      await reload()
      topic.publish({ changed: true })
    },
    close: () => clearInterval(timer),
  }
}
