import { ChatChange } from '@tonarchiv/contract/chat'
import * as z from 'zod/mini'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { type ChangeKinds, readChanges } from './change-kinds.ts'
import { OrderedChanges } from './ordered-changes.ts'
import * as store from './store.ts'
import { groupCommit, type Write } from './group-commit.ts'

/** How long a change that arrives too early waits for the missing one. Then the missing one is read. */
const MISSING_AFTER_MS = 100
/** Interval at which each process publishes its revision, so that the others notice a lost message. */
const ANNOUNCE_EVERY_MS = 5000
/** Maximum number of revisions that one read of the database covers. */
const STEP = 200

const FeedMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), change: ChatChange }),
  /** The revision of the publishing process. */
  z.object({ kind: z.literal('poke'), revision: z.number() }),
])

/**
 * Broadcasts every change of the chat to the browsers of this process exactly once, in the order of
 * revisions, whichever process made it and whatever messages between the processes were lost.
 */
export interface Feed {
  /**
   * Runs transactions that change the chat, one after the other. The function may only use its transaction.
   * @throws Refused `overloaded` when it has to wait for too long
   */
  write: Write
  /** Broadcasts a change that has been committed. */
  publish(change: ChatChange): void
  close(): void
}

export async function openFeed(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  sockets: Sockets,
  kinds: ChangeKinds,
): Promise<Feed> {
  const topic = bus.topic('chat', FeedMessage)
  const ordered = new OrderedChanges((await store.chatState(db)).revision, (change) => {
    if (sockets.count() > 0) sockets.broadcastLocally(frameOf(change))
  })
  const { catchUp, catchUpSoon, stop } = catchingUp({ db, log, kinds, ordered })

  function receive(change: ChatChange): void {
    ordered.take(change)
    if (ordered.hasGap) catchUpSoon()
  }

  const announceRevision = () => topic.publish({ kind: 'poke', revision: ordered.revision })
  topic.subscribe((message) => {
    if (message.kind === 'change') receive(message.change)
    else if (message.revision > ordered.revision) catchUpSoon()
  })
  bus.onGap(() => void catchUp())
  bus.onReturn(announceRevision)
  const announceTimer = setInterval(announceRevision, ANNOUNCE_EVERY_MS)

  // The SQLite dialect already serialises writes and limits how long each waits.
  const write: Write = db.kind === 'sqlite' ? async (work) => db.transaction().execute(work) : groupCommit(db)

  return {
    write,
    publish: (change) => {
      receive(change)
      topic.publish({ kind: 'change', change })
    },
    close: () => {
      stop()
      clearInterval(announceTimer)
    },
  }
}

interface CatchUpParts extends Pick<Services, 'db' | 'log'> {
  kinds: ChangeKinds
  ordered: OrderedChanges
}

/** Reads missing changes from the database, one read at a time. */
function catchingUp({ db, log, kinds, ordered }: CatchUpParts) {
  let catching: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function catchUpSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void catchUp()
    }, MISSING_AFTER_MS)
  }

  async function catchUp(): Promise<void> {
    if (isStopped) return
    catching ??= readMissing()
      .catch((error: unknown) => log.warn({ err: error }, 'the chat could not be read'))
      .finally(() => {
        catching = undefined
      })
    await catching
  }

  async function readMissing(): Promise<void> {
    const { revision } = await store.chatState(db)
    while (ordered.revision < revision) {
      const since = ordered.revision
      const until = Math.min(since + STEP, revision)
      // The revision and the change are written in one transaction, so every counted change can be read.
      for (const change of await readChanges(db, kinds, { since, until })) {
        ordered.skipTo(change.revision - 1)
        ordered.take(change)
      }
      // Revisions without a change belong to messages that were deleted long ago and removed from the
      // database.
      ordered.skipTo(until)
    }
    if (ordered.hasGap) catchUpSoon()
  }

  return {
    catchUp,
    catchUpSoon,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
