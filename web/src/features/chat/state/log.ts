import type { ChatChange, ChatMessage, listMessages } from '@tonarchiv/contract/chat'
import type { Person } from '@tonarchiv/contract/presence'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { merged, withApplied, withDeleted, withoutDeleted, withPin, type ChatContent } from './changes.ts'
import { quoteOf, withQuotes } from './quote.ts'
import { withOwnReactions } from './reactions.ts'
import { isStale, NOTHING_UNSEEN, withAllUnseen, withUnseen, withUnseenIds, type Unseen } from './unseen.ts'

export type Page = ResponseOf<typeof listMessages>

/** The loaded messages: without gaps, and complete up to a revision. */
export interface ChatLog extends ChatContent {
  /** Whether there are messages before the first one. */
  hasOlder: boolean
  /** The revision of the last applied change; undefined until the first page was read. */
  revision: number | undefined
  /** Received changes that wait for a missing earlier one, by revision. */
  early: ReadonlyMap<number, ChatChange>
  /** Changes of messages that are not loaded. */
  unseen: Unseen
}

export const NO_LOG: ChatLog = {
  messages: [],
  hasOlder: false,
  revision: undefined,
  early: new Map(),
  deleted: new Set(),
  pins: [],
  ownId: '',
  unseen: NOTHING_UNSEEN,
}

/** Maximum number of early changes. Further ones are dropped and read from the server later. */
const EARLY_AT_MOST = 500

/** Whether changes between the log and the received ones are missing. */
export function isBehind({ early, revision }: ChatLog): boolean {
  return revision !== undefined && early.size > 0
}

/** Whether messages between this one and the first loaded one may be missing. */
export function liesBeforeLoaded({ messages, hasOlder }: Pick<ChatLog, 'messages' | 'hasOlder'>, id: string) {
  const [first] = messages
  return hasOlder && first !== undefined && first.id > id
}

/** Replaces the log by the newest page. */
export function withNewest(log: ChatLog, page: Page): ChatLog {
  const { deleted, ownId } = log
  const shown = (messages: Page['messages'] = []) =>
    withoutDeleted(withOwnReactions(messages, page, ownId), deleted)
  return withDue({
    ...log,
    messages: shown(page.messages),
    pins: shown(page.pins),
    hasOlder: page.hasMore,
    revision: page.revision,
    unseen: withAllUnseen(log.unseen, page.revision),
  })
}

/** Whether one of the page's messages has changed since the page was read. Then the page must be read again. */
export function isOutdated(log: ChatLog, { messages, revision }: Page): boolean {
  return messages.some(
    ({ id, replyTo }) =>
      isStale(log.unseen, id, revision) || (replyTo !== null && isStale(log.unseen, replyTo.id, revision)),
  )
}

/** Adds the page before the first message. The page must not be outdated. */
export function withOlder(log: ChatLog, page: Page): ChatLog {
  const messages = withOwnReactions(page.messages, page, log.ownId)
  return { ...log, messages: merged(log, messages), hasOlder: page.hasMore }
}

/** Adds a page of missed messages and changes. The log is up to date only after the last page. */
export function withMissed(log: ChatLog, page: Page): ChatLog {
  const { hasMore, revision } = page
  const known = log.revision ?? 0
  const messages = withOwnReactions(page.messages, page, log.ownId)
  const left = { ...log, ...withDeleted(log, page.deletedIds) }
  // Changes that were received during the request may have made the log newer than the page.
  const changed = revision < known ? [] : [...withOwnReactions(page.changed, page, log.ownId), ...messages]
  const replaced = withReplaced(left, changed)
  const changedIds = changed.map(({ id }) => id)
  const all = {
    ...replaced,
    messages: merged(replaced, messages),
    unseen: withUnseenIds(log.unseen, changedIds, revision, log.messages),
  }
  return hasMore ? all : withDue({ ...all, revision: Math.max(revision, known) })
}

/** The log with these messages as they are now, in quotes and pins too. */
function withReplaced(log: ChatLog, changed: readonly ChatMessage[]): ChatLog {
  if (changed.length === 0) return log
  const known = withoutDeleted(changed, log.deleted)
  const byId = new Map(known.map((message) => [message.id, message]))
  const replaced = (messages: readonly ChatMessage[]) =>
    withQuotes(
      messages.map((message) => byId.get(message.id) ?? message),
      (id) => byId.has(id),
      (quote) => {
        const message = byId.get(quote.id)
        return message === undefined ? quote : quoteOf(message)
      },
    )
  return { ...log, messages: replaced(log.messages), pins: known.reduce(withPin, replaced(log.pins)) }
}

/**
 * Applies a change in order. A change that was applied before is ignored; an early one is kept until the changes before
 * it have arrived.
 */
export function withChange(log: ChatLog, change: ChatChange): ChatLog {
  const isKnown = log.revision !== undefined && change.revision <= log.revision
  if (isKnown || log.early.has(change.revision)) return log
  if (log.early.size >= EARLY_AT_MOST) return log
  return withDue({ ...log, early: new Map([...log.early, [change.revision, change]]) })
}

/** Updates the name or image on all messages of a member, and the name in quotes of these messages. */
export function withAuthor(log: ChatLog, { id, ...author }: Person): ChatLog {
  const isConcerned = ({ userId, replyTo }: ChatMessage) => userId === id || replyTo?.userId === id
  if (![...log.messages, ...log.pins].some(isConcerned)) return log
  const renamed = (message: ChatMessage): ChatMessage => {
    const { userId, replyTo } = message
    const isReply = replyTo?.userId === id
    return {
      ...message,
      ...(userId === id && author),
      replyTo: isReply ? { ...replyTo, displayName: author.displayName } : replyTo,
    }
  }
  const all = (messages: readonly ChatMessage[]) =>
    messages.map((message) => (isConcerned(message) ? renamed(message) : message))
  return { ...log, messages: all(log.messages), pins: all(log.pins) }
}

/** Drops all but the newest messages; dropped ones can be read again. */
export function shortened(log: ChatLog, count: number): ChatLog {
  if (log.messages.length <= count) return log
  return { ...log, messages: log.messages.slice(-count), hasOlder: true }
}

/** Applies the early changes that directly follow the revision of the log. */
function withDue(log: ChatLog): ChatLog {
  let { revision } = log
  if (revision === undefined || log.early.size === 0) return log
  const early = new Map([...log.early].filter(([number]) => number > (revision ?? 0)))
  let content: ChatContent = log
  let { unseen } = log
  for (let due = early.get(revision + 1); due !== undefined; due = early.get(revision + 1)) {
    revision += 1
    early.delete(revision)
    unseen = withUnseen(unseen, due, content.messages)
    content = withApplied(content, due)
  }
  return { ...log, ...content, early, revision, unseen }
}
