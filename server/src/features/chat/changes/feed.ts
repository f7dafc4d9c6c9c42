import { ChatMessage } from '@tonarchiv/contract/chat'
import * as z from 'zod/mini'
import { frameOf } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import * as store from '../messages/store.ts'
import { toWire } from '../messages/to-wire.ts'
import { inTurns, type Write } from './turns.ts'

/** A change that was heard of before the one in front of it is waited for so long, then the database is asked. */
const MISSING_AFTER_MS = 100
/** Processes tell each other so often how far the chat is, should a message between them get lost. */
const POKE_EVERY_MS = 5000
/** Changes read at once. */
const STEP = 200

const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), revision: z.number(), message: ChatMessage }),
  z.object({ kind: z.literal('deleted'), revision: z.number(), id: z.string() }),
])
export type Change = z.infer<typeof Change>

const News = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), change: Change }),
  /** So far is the chat. */
  z.object({ kind: z.literal('poke'), revision: z.number() }),
])

/**
 * Tells the browsers of this process every change of the chat exactly once, in the order of their numbers, whichever
 * process made it and whatever got lost between the processes.
 */
export interface Feed {
  /**
   * Runs a transaction that changes the chat, one after the other, and does nothing else. @throws Refused `overloaded`
   * when its turn does not come
   */
  write: Write
  /** A change that has been committed. */
  publish(change: Change): void
  close(): void
}

export async function openFeed(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  sockets: Sockets,
): Promise<Feed> {
  const topic = bus.topic('chat', News)
  /** Changes that wait for one before them. */
  const early = new Map<number, Change>()
  let told = (await store.chatState(db)).revision
  let catching: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function tellBrowsers(change: Change): void {
    if (sockets.count() === 0) return
    const { revision } = change
    sockets.broadcast(
      change.kind === 'message'
        ? frameOf({ type: 'chatMessage', message: change.message, revision })
        : frameOf({ type: 'chatMessageDeleted', id: change.id, revision }),
    )
  }

  function receive(change: Change): void {
    if (change.revision <= told) return
    early.set(change.revision, change)
    tellWhatFollows()
    if (early.size > 0) catchUpSoon()
  }

  function tellWhatFollows(): void {
    for (let next = early.get(told + 1); next !== undefined; next = early.get(told + 1)) {
      early.delete(next.revision)
      told = next.revision
      tellBrowsers(next)
    }
  }

  function catchUpSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void catchUp()
    }, MISSING_AFTER_MS)
  }

  /** Reads what is missing; one reading at a time. */
  async function catchUp(): Promise<void> {
    if (isClosed) return
    catching ??= readMissing()
      .catch((error: unknown) => log.warn({ err: error }, 'the chat could not be read'))
      .finally(() => {
        catching = undefined
      })
    await catching
  }

  async function readMissing(): Promise<void> {
    const { revision } = await store.chatState(db)
    while (told < revision) {
      const from = told
      const until = Math.min(from + STEP, revision)
      // Counting and writing are one transaction, so whatever is counted can be read.
      for (const change of changesIn(await store.changedBetween(db, from, until), from, until))
        if (change.revision > told) {
          told = change.revision
          early.delete(change.revision)
          tellBrowsers(change)
        }
      // Numbers without a change belong to messages that were forgotten long after they were deleted.
      told = Math.max(told, until)
    }
    for (const early_ of early.keys()) if (early_ <= told) early.delete(early_)
    tellWhatFollows()
    if (early.size > 0) catchUpSoon()
  }

  const poke = () => topic.tell({ kind: 'poke', revision: told })

  topic.listen((news) => {
    if (news.kind === 'change') receive(news.change)
    else if (news.revision > told) catchUpSoon()
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
      isClosed = true
      clearTimeout(timer)
      clearInterval(poking)
    },
  }
}

/** A message that was made and deleted again counts as deleted both times: nobody has to see it. */
function changesIn(rows: readonly store.MessageRow[], since: number, until: number): Change[] {
  const changes: Change[] = []
  const isAsked = (revision: number) => revision > since && revision <= until
  for (const row of rows) {
    const { id, revision, deletedRevision } = row
    if (isAsked(revision))
      changes.push(
        deletedRevision === null
          ? { kind: 'message', revision, message: toWire(row) }
          : { kind: 'deleted', revision, id },
      )
    if (deletedRevision !== null && isAsked(deletedRevision))
      changes.push({ kind: 'deleted', revision: deletedRevision, id })
  }
  return changes.sort((a, b) => a.revision - b.revision)
}
