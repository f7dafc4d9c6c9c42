import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { ConversationLine } from './conversation-lines.ts'
import { dayLabel, dayOf } from './days.ts'
import { isBySystem, isOwnMessage } from './rights.ts'
import type { OutgoingMessage } from '../state/outgoing.ts'

/** A row of the chat; its key stays the same when an own message is confirmed. */
export type Row =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: string }
  | MessageRow
  | { kind: 'outgoing'; key: string; outgoing: OutgoingMessage }
  | { kind: 'line'; key: string; line: ConversationLine }

export interface MessageRow {
  kind: 'message'
  key: string
  message: ChatMessage
  isOwn: boolean
  /** Whether the row before is a message of the same group. */
  isContinued: boolean
  /** Whether the row after is a message of the same group. */
  isFollowed: boolean
}

/** Messages of the same author within this number of milliseconds form a group. */
const GROUP_WITHIN = 5 * 60_000

interface Given {
  /** In the order of the ids. */
  messages: readonly ChatMessage[]
  /** Unconfirmed own messages, oldest first. */
  outbox: readonly OutgoingMessage[]
  ownId: string
  today: string
  /**
   * The last message that was read when the chat was opened. The unread mark is before the next message of another
   * member.
   */
  readUpTo: string | undefined
  /**
   * Whether messages before the first one are not loaded. If some of them may be unread, the unread mark is before the
   * first loaded message.
   */
  hasOlder: boolean
  /** Lines between the messages, oldest first. */
  lines?: readonly ConversationLine[]
}

const days = new WeakMap<ChatMessage, string>()

function dayOfMessage(message: ChatMessage): string {
  let day = days.get(message)
  if (day === undefined) {
    day = dayOf(message.createdAt)
    days.set(message, day)
  }
  return day
}

const messageRows = new WeakMap<ChatMessage, MessageRow>()

/** The row of a message: the same object as before if nothing has changed, so that it is not rendered again. */
function sameRow(row: MessageRow): MessageRow {
  const before = messageRows.get(row.message)
  const isSame =
    before?.isOwn === row.isOwn &&
    before.isContinued === row.isContinued &&
    before.isFollowed === row.isFollowed
  if (isSame) return before
  messageRows.set(row.message, row)
  return row
}

function keyOf({ id, userId, clientId }: ChatMessage): string {
  return clientId === null ? id : `${userId} ${clientId}`
}

/** The rows of the chat: a divider for each day, a mark before the first unread message, grouped messages. */
export function rowsOf({ messages, outbox, ownId, today, readUpTo, hasOlder, lines = [] }: Given): Row[] {
  const rows: Row[] = []
  const waiting = linesAmong(lines, hasOlder ? messages[0]?.createdAt : undefined)
  const dividerOf = createDividers(today)
  let day: string | undefined
  // If nothing was read before, all messages are new, so no mark is shown.
  let isMarked = readUpTo === undefined || (hasOlder && readUpTo === '')
  for (const message of messages) {
    rows.push(...waiting.before(message.createdAt))
    const ownDay = dayOfMessage(message)
    const isOwn = isOwnMessage(message, ownId)
    if (ownDay !== day) {
      day = ownDay
      rows.push(dividerOf(ownDay, keyOf(message)))
    }
    if (!isMarked && !isOwn && readUpTo !== undefined && message.id > readUpTo) {
      isMarked = true
      rows.push({ kind: 'unread', key: 'unread' })
    }
    const before = rows.at(-1)
    const isContinued = before?.kind === 'message' && isSameGroup(before.message, message)
    if (isContinued) rows.splice(-1, 1, { ...before, isFollowed: true })
    rows.push({ kind: 'message', key: keyOf(message), message, isOwn, isContinued, isFollowed: false })
  }
  rows.push(...waiting.before())
  for (const [index, outgoing] of outbox.entries()) {
    const key = `${ownId} ${outgoing.clientId}`
    if (index === 0 && day !== today) rows.push(dividerOf(today, key))
    rows.push({ kind: 'outgoing', key, outgoing })
  }
  return rows.map((row) => (row.kind === 'message' ? sameRow(row) : row))
}

/**
 * Returns functions that take lines out of the list in their order: those before a time, or all that are left.
 * @param from - lines before this time are left out, because the messages around them are not loaded
 */
function linesAmong(lines: readonly ConversationLine[], from: string | undefined) {
  let left = from === undefined ? lines : lines.filter(({ at }) => at >= from)
  return {
    before(time?: string): Row[] {
      const count = time === undefined ? -1 : left.findIndex(({ at }) => at >= time)
      const given = count === -1 ? left : left.slice(0, count)
      left = left.slice(given.length)
      return given.map((line) => ({ kind: 'line', key: `line ${line.key}`, line }))
    },
  }
}

/**
 * Makes the day dividers of a list, each with a unique key. A day can have several dividers, if the clock or the time
 * zone of this browser differs from the one with which earlier messages were dated.
 */
function createDividers(today: string): (day: string, follower: string) => Row {
  const days = new Set<string>()
  return (day, follower) => {
    const key = days.has(day) ? `day ${day} ${follower}` : `day ${day}`
    days.add(day)
    return { kind: 'day', key, label: dayLabel(day, today) }
  }
}

function isSameGroup(one: ChatMessage, other: ChatMessage): boolean {
  if (one.userId === null || one.userId !== other.userId) return false
  if (isBySystem(one) || isBySystem(other)) return false
  return Date.parse(other.createdAt) - Date.parse(one.createdAt) <= GROUP_WITHIN
}
