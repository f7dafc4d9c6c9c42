import { overloaded } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { Refused } from '#platform/refused.ts'

/** Who waits for longer for others to change the chat is refused. */
const COMMIT_TIMEOUT_MS = 3000
/** Changes of one transaction. */
const GROUP_MAX = 20

type Transaction = Kysely<Schema>
export type Write = <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>

interface Waiting {
  since: number
  /** @returns what tells the result, once it has been committed */
  run: (trx: Transaction) => Promise<() => void>
  refuse: (error: unknown) => void
}

/**
 * Changes in turn, and those that came meanwhile in one transaction: in PostgreSQL they would wait for each other's
 * commit, each keeping a connection from everyone else. Where one of several fails, each is done by itself, so a change
 * may run twice and must do nothing but work on its transaction.
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
      // A commit that failed may have happened all the same: done again, it would be there twice.
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
