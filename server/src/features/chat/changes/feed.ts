import { ChatChange } from '@tonarchiv/contract/chat'
import * as z from 'zod/mini'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { type ChangeKinds, readChanges } from './change-kinds.ts'
import { OrderedChanges } from './ordered-changes.ts'
import * as store from './store.ts'
import { groupCommit, type Write } from './group-commit.ts'

/** A change that arrives before the one in front of it waits so long, then the database is read. */
const MISSING_AFTER_MS = 100
/** Processes send each other their revision so often, should a message between them get lost. */
const ANNOUNCE_EVERY_MS = 5000
/** Changes read at once. */
const STEP = 200

const FeedMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), change: ChatChange }),
  /** The sender's revision. */
  z.object({ kind: z.literal('poke'), revision: z.number() }),
])

/**
 * Sends the browsers of this process every change of the chat exactly once, in the order of their revisions, whichever
 * process made it and whatever got lost between the processes.
 */
export interface Feed {
  /**
   * Runs a transaction that changes the chat, one after the other, and does nothing else. @throws Refused `overloaded`
   * when its turn does not come
   */
  write: Write
  /** Sends a change that has been committed. */
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

  // SQLite lets one write at a time by itself, and knows how long each has waited.
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

/** Reads from the database what is missing, one reading at a time. */
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
      // Counting and writing are one transaction, so whatever is counted can be read.
      for (const change of await readChanges(db, kinds, { since, until })) {
        ordered.skipTo(change.revision - 1)
        ordered.take(change)
      }
      // Revisions without a change belong to messages that were forgotten long after they were deleted.
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
