import { type BoundedQueue, boundedQueue } from '#platform/bounded-queue.ts'
import type { Database } from '#database/open.ts'
import type { Executor } from '#database/prepared.ts'
import type { Services } from '#services.ts'
import { raiseVersion } from '../store/archive-state.ts'

/** Maximum number of queued changes. */
const WAITING = 200
const queues = new WeakMap<Database, BoundedQueue>()

/**
 * The queue of the changes of a database. Without it, changes would wait for each other inside PostgreSQL, and each
 * would occupy a connection.
 */
function queueOf(db: Database): BoundedQueue {
  const queue = queues.get(db) ?? boundedQueue({ atOnce: 1, waiting: WAITING })
  queues.set(db, queue)
  return queue
}

/**
 * Changes albums or tracks in one transaction and emits an event after the commit. Changes of the archive run
 * one after the other, in PostgreSQL too: the first statement locks the single row of the archive's state.
 * @throws Refused `overloaded` when too many are queued
 */
export async function changeArchive<T>(
  { db, events }: Pick<Services, 'db' | 'events'>,
  act: (trx: Executor) => Promise<T>,
): Promise<T> {
  const change = async () =>
    db.transaction().execute(async (trx) => {
      await raiseVersion(trx)
      return act(trx)
    })
  // The SQLite dialect already serialises writes and limits how long each waits.
  const result = await (db.kind === 'sqlite' ? change() : queueOf(db).run(change))
  events.emit('archiveChanged', {})
  return result
}
