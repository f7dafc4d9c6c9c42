import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { shortenedAddress } from '#http/client-address.ts'
import type { Services } from '#services.ts'

/** How long addresses are kept whole. See docs/security-requirements.md D-03. */
const WHOLE_FOR_MS = 7 * 24 * 60 * 60 * 1000
const READ_AT_ONCE = 500

/** Shortens the addresses of older sessions and audit events, so that they name a network and no client subnet. */
export async function shortenAddresses({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - WHOLE_FOR_MS).toISOString()
  for (;;) {
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'address'])
      .where('createdAt', '<=', before)
      .where('address', 'not like', '%/%')
      .limit(READ_AT_ONCE)
      .execute()
    for (const { id, address } of rows)
      await db
        .updateTable('sessions')
        .set({ address: shortenedAddress(address) })
        .where('id', '=', id)
        .execute()
    if (rows.length < READ_AT_ONCE) break
    await yieldToEventLoop()
  }
  for (;;) {
    const rows = await db
      .selectFrom('adminActs')
      .select(['id', 'address'])
      .where('at', '<=', before)
      .where('address', 'not like', '%/%')
      .limit(READ_AT_ONCE)
      .execute()
    for (const { id, address } of rows)
      await db
        .updateTable('adminActs')
        .set({ address: shortenedAddress(address ?? '') })
        .where('id', '=', id)
        .execute()
    if (rows.length < READ_AT_ONCE) return
    await yieldToEventLoop()
  }
}
