import { ChatChange } from '@tonarchiv/contract/chat'
import * as z from 'zod/mini'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { type ChangeKinds, readChanges } from './change-kinds.ts'
import { OrderedChanges } from './ordered-changes.ts'
import * as store from './store.ts'
import { inTurns, type Write } from './turns.ts'

/** A change that arrives before the one in front of it waits so long, then the database is read. */
const MISSING_AFTER_MS = 100
/** Processes send each other their revision so often, should a message between them get lost. */
const POKE_EVERY_MS = 5000
/** Changes read at once. */
const STEP = 200

const News = z.discriminatedUnion('kind', [
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
  const topic = bus.topic('chat', News)
  const ordered = new OrderedChanges((await store.chatState(db)).revision, (change) => {
    if (sockets.count() > 0) sockets.broadcast(frameOf(change))
  })
  const { catchUp, catchUpSoon, stop } = catchingUp({ db, log, kinds, ordered })

  function receive(change: ChatChange): void {
    ordered.take(change)
    if (ordered.hasGap) catchUpSoon()
  }

  const poke = () => topic.tell({ kind: 'poke', revision: ordered.revision })
  topic.listen((news) => {
    if (news.kind === 'change') receive(news.change)
    else if (news.revision > ordered.revision) catchUpSoon()
  })
  bus.onGap(() => void catchUp())
  bus.onReturn(poke)
  const poking = setInterval(poke, POKE_EVERY_MS)

  // SQLite lets one write at a time by itself, and knows how long each has waited.
  const write: Write = db.kind === 'sqlite' ? async (work) => db.transaction().execute(work) : inTurns(db)

  return {
    write,
    publish: (change) => {
      receive(change)
      topic.tell({ kind: 'change', change })
    },
    close: () => {
      stop()
      clearInterval(poking)
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
