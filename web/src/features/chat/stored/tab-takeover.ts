import { prepareStored, readOutbox } from './restore.ts'
import { afterTab } from './tab-lock.ts'
import type { Writer } from './writer.ts'

interface TakeoverParts {
  userId: string
  /** The id of this tab. */
  tab: string
  /** Aborted when this tab stops. */
  signal: AbortSignal
  writer: Pick<Writer, 'setWritten'>
  write: () => Promise<void>
}

/** Sends the messages of other tabs of this account once these are closed. */
export function createTabTakeover({ userId, tab, signal, writer, write }: TakeoverParts): {
  /** Looks for messages of other tabs. */
  look: () => Promise<void>
} {
  const awaited = new Set<string>()

  async function sendOf(other: string): Promise<void> {
    const records = (await readOutbox(userId)).filter((record) => record.tab === other)
    for (const record of records) {
      const send = await prepareStored(record)
      if (signal.aborted) return
      writer.setWritten('outbox', record.clientId, record)
      send()
    }
    // Stores the records as those of this tab.
    await write()
  }

  /**
   * Settles when the messages of the tabs that were taken over before are in the outbox. The next tab waits for this,
   * so that the messages of two tabs do not alternate.
   */
  let last: Promise<unknown> = Promise.resolve()

  function sendInTurn(other: string): Promise<void> {
    const sent = last.then(() => sendOf(other))
    last = sent.catch(() => undefined)
    return sent
  }

  async function waitFor(other: string): Promise<void> {
    awaited.add(other)
    try {
      await afterTab(other, signal, () => sendInTurn(other))
    } catch {
      // This tab was stopped, or the database is broken.
    } finally {
      awaited.delete(other)
    }
  }

  return {
    async look() {
      const others = new Set((await readOutbox(userId)).map((record) => record.tab))
      for (const other of others) if (other !== tab && !awaited.has(other)) void waitFor(other)
    },
  }
}
