import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { REACTION_MEMBERS_NAMED, ROOM_ID } from '@tonarchiv/contract/chat'
import { idAt } from '../../server/src/platform/ids.ts'
import { createChatWords } from './chat-words.ts'
import { createMessageIndex, type Held } from './message-index.ts'
import { createRandom } from './random.ts'

/** The messages are spread over this time. */
const YEARS_MS = 3 * 365 * 24 * 60 * 60 * 1000
/** Every nth message is a reply, has reactions, an image, a voice message or a moment. */
const REPLY_EVERY = 10
const REACTED_EVERY = 5
const IMAGE_EVERY = 40
const VOICE_EVERY = 101
const MOMENT_EVERY = 211
const EMOJIS = ['👍', '🔥', '❤️', '😂']

export interface ChatHistory {
  /** The number of messages. */
  count: number
  /** The id of the newest message. */
  lastId: string
  /** The time of the first and the last message, milliseconds since 1970. */
  from: number
  until: number
  /** Words of messages, the most frequent first. */
  words: readonly string[]
  /** Authors, those with the most messages first. */
  authorIds: readonly string[]
}

/**
 * Fills the room of an archive that has members with this many messages of three years, and the index of the search
 * with their words. The rows are written directly, in the form that the server writes, because the server with all its
 * checks would take an hour.
 */
export function createChatHistory(dataFolder: string, count: number): ChatHistory {
  const database = new DatabaseSync(join(dataFolder, 'archive.sqlite'))
  try {
    // One connection writes a new file: without a journal and with a large cache this takes a fifth of the time.
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000; begin')
    const history = fill(database, count)
    database.exec('commit')
    return history
  } finally {
    database.close()
  }
}

function fill(database: DatabaseSync, count: number): ChatHistory {
  const until = Date.now()
  const from = until - YEARS_MS
  const authorIds = database
    .prepare('select id from users order by id')
    .all()
    .map(({ id }) => String(id))
  const random = createRandom(1_000_000)
  const vocabulary = createChatWords()
  const timeOf = (index: number) => from + Math.floor((index * YEARS_MS) / count)
  const idOf = (index: number) => messageId(timeOf(index), index)
  const index = createMessageIndex(database)
  const insert = statementsOf(database)
  for (let number = 0; number < count; number += 1) {
    const id = idOf(number)
    const userId = random.oneOf(authorIds)
    const text = Array.from({ length: 3 + random.below(12) }, () => vocabulary.any(random)).join(' ')
    const at = new Date(timeOf(number)).toISOString()
    const isReply = number % REPLY_EVERY === 0 && number > 0
    insert.message.run({
      id,
      conversation: ROOM_ID,
      user: userId,
      text,
      at,
      replyTo: isReply ? idOf(Math.max(0, number - 1 - random.below(50))) : null,
      reactions: number % REACTED_EVERY === 0 ? reactionsOf(number, () => random.oneOf(authorIds)) : '[]',
      card: number % MOMENT_EVERY === 0 ? 'moment' : null,
    })
    insert.change.run(ROOM_ID, number + 1, id)
    const kind = number % IMAGE_EVERY === 0 ? 'image' : number % VOICE_EVERY === 0 ? 'voice' : undefined
    if (kind !== undefined) insert.media.run({ name: `${kind}${number}`, user: userId, id, kind, at })
    const holds: Held[] = number % MOMENT_EVERY === 0 ? ['moment'] : []
    if (kind !== undefined) holds.push(kind)
    index.add({ id, text, userId, holds })
  }
  index.write()
  database
    .prepare('update conversations set revision = ?, last_id = ? where id = ?')
    .run(count, idOf(count - 1), ROOM_ID)
  return { count, lastId: idOf(count - 1), from, until, words: vocabulary.words, authorIds }
}

function statementsOf(database: DatabaseSync) {
  return {
    message: database.prepare(
      `insert into chat_messages (id, conversation_id, user_id, content, mentions, created_at, reply_to, reactions, card_kind)
       values (:id, :conversation, :user, :text, '[]', :at, :replyTo, :reactions, :card)`,
    ),
    change: database.prepare(
      `insert into chat_changes (conversation_id, revision, kind, message_id) values (?, ?, 'message', ?)`,
    ),
    media: database.prepare(
      `insert into chat_media (name, user_id, message_id, kind, storage_name, content_type, size_bytes, given_bytes,
         file_name, created_at)
       values (:name, :user, :id, :kind, :name, '', 1, 1, '', :at)`,
    ),
  }
}

/** A valid id whose order is that of the index. */
function messageId(time: number, index: number): string {
  return `${idAt(time)}-7000-8000-${index.toString(16).padStart(12, '0')}`
}

function reactionsOf(index: number, userIdOf: () => string): string {
  const kinds = EMOJIS.slice(0, 1 + (index % EMOJIS.length))
  const count = 1 + (index % 9)
  return JSON.stringify(
    kinds.map((emoji, since) => ({
      emoji,
      count,
      userIds: Array.from({ length: Math.min(count, REACTION_MEMBERS_NAMED) }, userIdOf),
      since,
    })),
  )
}
