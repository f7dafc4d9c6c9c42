import { type BoundedQueue, boundedQueue } from '#platform/bounded-queue.ts'
import type { Database } from '#database/open.ts'
import type { Executor } from '#database/prepared.ts'
import type { Services } from '#services.ts'
import { raiseVersion } from '../store/archive-state.ts'

/** Changes that may wait for the one that runs. */
const WAITING = 200
const queues = new WeakMap<Database, BoundedQueue>()

/** In PostgreSQL they would wait for each other, and each that waits there keeps a connection from everyone else. */
function queueOf(db: Database): BoundedQueue {
  const queue = queues.get(db) ?? boundedQueue({ atOnce: 1, waiting: WAITING })
  queues.set(db, queue)
  return queue
}

/**
 * Changes albums or tracks in one transaction and tells of it after the commit. Changes of the archive happen one after
 * the other, on PostgreSQL too: the first statement takes the archive's only row of state.
 * @throws Refused `overloaded` when too many wait
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
  // SQLite lets one write at a time by itself, and knows how long each has waited.
  const result = await (db.kind === 'sqlite' ? change() : queueOf(db).run(change))
  events.emit('archiveChanged', {})
  return result
}
