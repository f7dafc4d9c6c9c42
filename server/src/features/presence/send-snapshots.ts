import { boundedQueue } from '#platform/bounded-queue.ts'
import type { Connection } from '#realtime/connection.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import type { Directory, Profile } from './directory.ts'
import type { SentPeople } from './sent-people.ts'

/** So many get the whole list at the same time: when all come back at once, the lists must not fill the memory. */
const SNAPSHOTS_AT_ONCE = 25
/** A snapshot that takes longer no longer keeps others waiting: its client may just read slowly. */
const SLOT_TIMEOUT_MS = 500

interface Needs {
  sockets: Sockets
  directory: Directory
  sentPeople: SentPeople
  log: Services['log']
  noteChange: (userId: string) => void
}

/** Sends the list of all members to each browser that connects. */
export interface Snapshots {
  /** Sends it again to the browsers of a member whose access to the archive has changed. */
  resendTo(profile: Profile): void
}

export function sendSnapshots({ sockets, directory, sentPeople, log, noteChange }: Needs): Snapshots {
  // The number of sockets bounds what waits.
  const queue = boundedQueue({ atOnce: SNAPSHOTS_AT_ONCE, waiting: Infinity })

  async function write(connection: Connection): Promise<void> {
    connection.hasArchiveAccess = directory.get(connection.holder.userId)?.hasArchiveAccess === true
    for (const frame of sentPeople.snapshot(connection.hasArchiveAccess)) {
      sockets.send(connection, frame)
      await connection.drained()
    }
  }

  async function send(connection: Connection): Promise<void> {
    const { userId } = connection.holder
    try {
      if (directory.get(userId) === undefined) await directory.fresh()
      noteChange(userId)
      let written: Promise<void> | undefined
      await queue.run(async () => {
        written = write(connection)
        await settledWithin(written, SLOT_TIMEOUT_MS)
      })
      await written
    } catch (error) {
      log.error({ err: error }, 'a browser could not be told who is there')
      connection.terminate()
    }
  }

  sockets.watch({ opened: (connection) => void send(connection) })

  return {
    resendTo: ({ id, hasArchiveAccess }) => {
      for (const connection of sockets.connectionsOf(id)) {
        if (connection.hasArchiveAccess === hasArchiveAccess) continue
        connection.hasArchiveAccess = hasArchiveAccess
        void send(connection)
      }
    },
  }
}

/** Resolves with the work, or when the time is over. */
async function settledWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
