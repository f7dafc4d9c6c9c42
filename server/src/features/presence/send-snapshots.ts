import { boundedQueue } from '#platform/bounded-queue.ts'
import type { Connection } from '#realtime/connection.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { Blocks } from '#features/blocks/index.ts'
import type { Directory, Profile } from './directory.ts'
import { framesOf, type SentPeople } from './sent-people.ts'

/**
 * Maximum number of browsers that get the whole list at the same time. It keeps the lists from filling the memory when
 * all browsers reconnect.
 */
const SNAPSHOTS_AT_ONCE = 25
/**
 * Time after which an unfinished snapshot no longer counts towards `SNAPSHOTS_AT_ONCE`, because its client may just be
 * reading slowly.
 */
const SLOT_TIMEOUT_MS = 500

interface Needs {
  sockets: Sockets
  blocks: Blocks
  directory: Directory
  sentPeople: SentPeople
  log: Services['log']
  noteChange: (userId: string) => void
}

/** Sends the list of all members to each browser that connects. */
export interface Snapshots {
  /** Sends the list again to the browsers of a member whose archive access has changed. */
  resendTo(profile: Profile): void
  /**
   * The revision of the list that a browser has. Undefined while its list is being written: a change between two
   * messages of the list would be replaced by the older state that follows.
   */
  revisionOf(connection: Connection): number | undefined
}

export function sendSnapshots({ sockets, blocks, directory, sentPeople, log, noteChange }: Needs): Snapshots {
  // No further limit is needed: there are at most as many waiting entries as sockets.
  const queue = boundedQueue({ atOnce: SNAPSHOTS_AT_ONCE, waiting: Infinity })
  const revisions = new WeakMap<Connection, number>()
  const beingSent = new WeakSet<Connection>()
  /** Connections whose list has yet to be written, or has become outdated while it was being written. */
  const outdated = new WeakSet<Connection>()

  async function write(connection: Connection): Promise<void> {
    const { userId } = connection.holder
    outdated.delete(connection)
    connection.hasArchiveAccess = directory.get(userId)?.seesTracks === true
    const list = sentPeople.snapshot(connection.hasArchiveAccess, blocks.hiddenFrom(userId))
    for (const frame of list.frames) {
      sockets.send(connection, frame)
      await connection.drained()
      if (outdated.has(connection)) return
    }
    const missed = sentPeople.changedAfter(list.revision).filter(({ id }) => !blocks.isHidden(id, userId))
    const texts = missed.map(({ text, limited }) => (connection.hasArchiveAccess ? text : limited))
    for (const frame of framesOf(texts, false)) sockets.send(connection, frame)
    revisions.set(connection, sentPeople.revision())
  }

  async function writeInTurn(connection: Connection): Promise<void> {
    let written: Promise<void> | undefined
    await queue.run(async () => {
      written = write(connection)
      await settledWithin(written, SLOT_TIMEOUT_MS)
    })
    await written
  }

  async function send(connection: Connection): Promise<void> {
    const { userId } = connection.holder
    revisions.delete(connection)
    outdated.add(connection)
    if (beingSent.has(connection)) return
    beingSent.add(connection)
    try {
      if (directory.get(userId) === undefined) await directory.fresh()
      // A read that had already begun may lack a new member.
      if (directory.get(userId) === undefined) await directory.reload(userId)
      noteChange(userId)
      while (outdated.has(connection) && connection.isOpen) await writeInTurn(connection)
    } catch (error) {
      log.error({ err: error }, 'a browser could not be told who is there')
      connection.terminate()
    } finally {
      beingSent.delete(connection)
    }
  }

  sockets.watch({ opened: (connection) => void send(connection) })
  blocks.onChange((userIds) => {
    for (const userId of userIds)
      for (const connection of sockets.connectionsOf(userId)) void send(connection)
  })

  return {
    revisionOf: (connection) => revisions.get(connection),
    resendTo: ({ id, seesTracks }) => {
      for (const connection of sockets.connectionsOf(id)) {
        if (connection.hasArchiveAccess === seesTracks) continue
        connection.hasArchiveAccess = seesTracks
        void send(connection)
      }
    },
  }
}

/** Resolves when the work is done, or after the timeout. */
async function settledWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
