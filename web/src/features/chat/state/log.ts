import type { ChatChange, listMessages } from '@tonarchiv/contract/chat'
import type { Person } from '@tonarchiv/contract/presence'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { merged, withApplied, type ChatContent } from './changes.ts'

export type Page = ResponseOf<typeof listMessages>

/** The loaded messages: without gaps, and complete up to a revision. */
export interface ChatLog extends ChatContent {
  /** Whether there are messages before the first one. */
  hasOlder: boolean
  /** The revision of the last applied change; undefined until the first page was read. */
  revision: number | undefined
  /** Received changes that wait for a missing earlier one, by revision. */
  early: ReadonlyMap<number, ChatChange>
}

export const NO_LOG: ChatLog = {
  messages: [],
  hasOlder: false,
  revision: undefined,
  early: new Map(),
  deleted: new Set(),
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
export function withNewest(log: ChatLog, { messages, hasMore, revision }: Page): ChatLog {
  const { deleted } = log
  return withDue({
    ...log,
    messages: messages.filter(({ id }) => !deleted.has(id)),
    hasOlder: hasMore,
    revision,
  })
}

/** Adds the page before the first message. */
export function withOlder(log: ChatLog, { messages, hasMore }: Page): ChatLog {
  return { ...log, messages: merged(log, messages), hasOlder: hasMore }
}

/** Adds a page of missed messages. The log is up to date only after the last page. */
export function withMissed(log: ChatLog, { messages, deletedIds, hasMore, revision }: Page): ChatLog {
  const deleted = deletedIds.length === 0 ? log.deleted : new Set([...log.deleted, ...deletedIds])
  const all = merged({ ...log, deleted }, messages).filter(({ id }) => !deleted.has(id))
  if (hasMore) return { ...log, deleted, messages: all }
  return withDue({ ...log, deleted, messages: all, revision: Math.max(revision, log.revision ?? 0) })
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

/** Updates the name or image on all messages of a member. */
export function withAuthor(log: ChatLog, { id, ...author }: Person): ChatLog {
  if (!log.messages.some(({ userId }) => userId === id)) return log
  return {
    ...log,
    messages: log.messages.map((message) => (message.userId === id ? { ...message, ...author } : message)),
  }
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
  let content: ChatContent = { messages: log.messages, deleted: log.deleted }
  for (let due = early.get(revision + 1); due !== undefined; due = early.get(revision + 1)) {
    revision += 1
    early.delete(revision)
    content = withApplied(content, due)
  }
  return { ...log, ...content, early, revision }
}
