import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { shortenedAddress } from './client-address.ts'

/** How long addresses are kept whole. See docs/security-requirements.md D-03. */
const WHOLE_FOR_MS = 7 * 24 * 60 * 60 * 1000
const READ_AT_ONCE = 500

/** The addresses of clients in one table. */
export interface StoredAddresses {
  /** Rows from before that moment whose address is whole. */
  selectWhole: (before: string, limit: number) => Promise<{ id: string; address: string }[]>
  update: (id: string, address: string) => Promise<unknown>
}

/** Shortens older addresses, so that they name a network and no client subnet. */
export async function shortenAddresses(now: Date, { selectWhole, update }: StoredAddresses): Promise<void> {
  const before = new Date(now.getTime() - WHOLE_FOR_MS).toISOString()
  for (;;) {
    const rows = await selectWhole(before, READ_AT_ONCE)
    for (const { id, address } of rows) await update(id, shortenedAddress(address))
    if (rows.length < READ_AT_ONCE) return
    await yieldToEventLoop()
  }
}
