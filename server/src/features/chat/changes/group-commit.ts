import { overloaded } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { Refused } from '#platform/refused.ts'

/** Maximum number of milliseconds that a change waits for other changes; then it is rejected. */
const COMMIT_TIMEOUT_MS = 3000
/** Maximum number of changes in one transaction. */
const GROUP_MAX = 20

type Transaction = Kysely<Schema>
export type Write = <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>

interface Waiting {
  since: number
  /** @returns a function that delivers the result after the commit */
  run: (trx: Transaction) => Promise<() => void>
  refuse: (error: unknown) => void
}

/**
 * Runs changes one after the other. Changes that are queued at the same time share one transaction: otherwise they
 * would wait for each other's commit in PostgreSQL, and each would occupy a connection. If one of them fails, each
 * is run again in its own transaction. A change may therefore run twice and must only use its transaction.
 */
export function groupCommit(db: Kysely<Schema>, withinMs = COMMIT_TIMEOUT_MS): Write {
  let waiting: Waiting[] = []
  let isWriting = false

  async function commit(changes: readonly Waiting[]): Promise<void> {
    const late = performance.now() - withinMs
    const inTime = changes.filter(({ since }) => since > late)
    for (const { since, refuse } of changes)
      if (since <= late) refuse(new Refused(overloaded, { retryAfterSeconds: 5 }))
    if (inTime.length === 0) return
    let isDone = false
    try {
      const results = await db.transaction().execute(async (trx) => {
        const resolvers: (() => void)[] = []
        for (const change of inTime) resolvers.push(await change.run(trx))
        isDone = true
        return resolvers
      })
      for (const resolvers of results) resolvers()
    } catch (error) {
      // A failed commit may have taken effect all the same, so it is not repeated.
      if (isDone || inTime.length === 1) for (const { refuse } of inTime) refuse(error)
      else for (const change of inTime) await commit([change])
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const changes = waiting.slice(0, GROUP_MAX)
      waiting = waiting.slice(GROUP_MAX)
      await commit(changes)
    }
  }

  return async (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        since: performance.now(),
        run: async (trx) => {
          const result = await work(trx)
          return () => resolve(result)
        },
        refuse: reject,
      })
      if (isWriting) return
      isWriting = true
      void writeAll().finally(() => {
        isWriting = false
      })
    })
}
