import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { shortenedAddress } from './client-address.ts'

/** How long addresses are stored unshortened. See docs/security-requirements.md D-03. */
const WHOLE_FOR_MS = 7 * 24 * 60 * 60 * 1000
const READ_AT_ONCE = 500

/** How the addresses of clients in one table are read and updated. */
export interface StoredAddresses {
  /** Selects rows from before that time whose address is not shortened. */
  selectWhole: (before: string, limit: number) => Promise<{ id: string; address: string }[]>
  update: (id: string, address: string) => Promise<unknown>
}

/** Shortens addresses that are older than `WHOLE_FOR_MS`, so that they identify a network and no client subnet. */
export async function shortenAddresses(now: Date, { selectWhole, update }: StoredAddresses): Promise<void> {
  const before = new Date(now.getTime() - WHOLE_FOR_MS).toISOString()
  for (;;) {
    const rows = await selectWhole(before, READ_AT_ONCE)
    for (const { id, address } of rows) await update(id, shortenedAddress(address))
    if (rows.length < READ_AT_ONCE) return
    await yieldToEventLoop()
  }
}
