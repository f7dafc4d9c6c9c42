import { createAppPasswordFor } from '../server/src/features/app-passwords/index.ts'
import { findUserByEmail } from '../server/src/features/users/index.ts'
import type { Services } from '../server/src/services.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Newest last. */
const appPasswords: readonly { name: string; ageMs: number; app: string | null; unusedMs: number }[] = [
  { name: 'Altes Tablet', ageMs: 297 * DAY_MS, app: null, unusedMs: 0 },
  { name: 'Rechner im Studio', ageMs: 154 * DAY_MS, app: 'Feishin', unusedMs: 9 * DAY_MS },
  { name: 'Küchenradio', ageMs: 45 * DAY_MS, app: 'DSub', unusedMs: 3 * HOUR_MS },
]

/** Creates three app passwords for one member, two of which have been used; their secrets are not printed. */
export async function createAppPasswords(services: Services): Promise<void> {
  const { db, now } = services
  const owner = await findUserByEmail(db, 'jonas@demo.example')
  if (owner === undefined) return
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  const existing = await db.selectFrom('appPasswords').select('name').where('userId', '=', owner.id).execute()
  const names = new Set(existing.map(({ name }) => name))
  for (const { name, ageMs, app, unusedMs } of appPasswords.filter((one) => !names.has(one.name))) {
    const { row } = await createAppPasswordFor(services, owner.id, name)
    await db
      .updateTable('appPasswords')
      .set({ createdAt: before(ageMs), app, lastUsedAt: app === null ? null : before(unusedMs) })
      .where('id', '=', row.id)
      .execute()
  }
}
