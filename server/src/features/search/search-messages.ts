import { ROOM_ID } from '@tonarchiv/contract/chat'
import * as contract from '@tonarchiv/contract/message-search'
import type { QueryOf } from '@tonarchiv/contract/route'
import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import { findConversation, foundMessages, type MessageScope } from '#features/chat/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import { messageHits } from './hits.ts'
import type { Indexer } from './indexer.ts'
import { documentsOf, splitIds } from './store/documents.ts'
import type { Vocabulary } from './vocabulary.ts'
import { searchedWords, spellingsOf, wordsIn } from './words.ts'
import { findByReading } from './messages-by-reading.ts'
import { findUnindexed, withUnindexed } from './unindexed-messages.ts'
import { findByWords } from './messages-by-words.ts'
import { type WordIds, wordsContaining, wordsSimilar } from './meant-words.ts'

type Request = QueryOf<typeof contract.searchMessages>

interface Needs {
  db: Executor
  presence: Pick<Presence, 'isHidden'>
  vocabulary: Vocabulary
  indexer: Pick<Indexer, 'wake'>
}

/**
 * Searches the messages of a conversation, newest first. Messages of the room are found by the search index, which
 * contains no others. Other messages are read and compared one by one, and so are those of the room if the search has
 * no words or asks for the moments of one track. The cursor begins with `d` for the index or with `m` for reading, so
 * that all pages are made in the same way.
 * @throws Refused `messageSearchEmpty`, `conversationNotFound`
 */
export async function searchMessages(
  needs: Needs,
  caller: Pick<Caller, 'id'>,
  { conversationId = ROOM_ID, q, by, momentsOf: trackId, has: given, limit, from }: Request,
): Promise<contract.FoundMessages> {
  await findConversation(needs, caller.id, conversationId)
  const has = trackId === undefined ? given : 'moment'
  const scope: MessageScope = { conversationId, by, has, trackId }
  const isScoped = by !== undefined || has !== undefined
  if (q === undefined && !isScoped) throw new Refused(contract.messageSearchEmpty)
  const words = q === undefined ? [] : searchedWords(q)
  const terms = [...new Set(words.flat())]
  // A text without a letter or digit is in no index.
  if (q !== undefined && words.length === 0) return { messages: [], next: null, corrected: null, terms }
  const { db } = needs
  const isRead =
    from === undefined
      ? conversationId !== ROOM_ID ||
        words.length === 0 ||
        // The moments of one track are few, and a database index finds them.
        trackId !== undefined
      : conversationId !== ROOM_ID || from.startsWith('m')
  if (isRead) {
    const { ids, next } = await findByReading(db, { words, scope, before: from?.slice(1), limit })
    const messages = await hitsOf(needs, caller.id, ids, scope)
    return { messages, next: next === undefined ? null : `m${next}`, corrected: null, terms }
  }
  // These messages are read before the index, so that a message that is indexed between the two reads is found by at
  // least one of them.
  const unindexed = await findUnindexed(db, { words, scope })
  if (unindexed.refs.size > 0) needs.indexer.wake()
  await needs.vocabulary.refresh()
  const meant = await wordsContaining(needs.vocabulary, words)
  const after = from === undefined ? undefined : Number(from.slice(1))
  const found = await findByWords(needs, { words: meant, scope, after, limit })
  const { documents, next } = withUnindexed(found, unindexed, { after, limit })
  const ids = documents.map(({ ref }) => ref)
  const messages = await hitsOf(needs, caller.id, ids, scope)
  const isNothing = from === undefined && next === undefined && messages.length === 0
  return {
    messages,
    next: next === undefined ? null : `d${next}`,
    corrected: isNothing
      ? await correctedText(needs, q ?? '', { callerId: caller.id, words, meant, scope })
      : null,
    terms,
  }
}

async function hitsOf(
  { db, presence }: Needs,
  callerId: string,
  ids: readonly string[],
  { conversationId, by, has }: MessageScope,
): Promise<contract.FoundChatMessage[]> {
  const messages = await foundMessages(db, ids, conversationId)
  return messageHits({ presence, callerId }, messages, ids).flatMap(({ id, content, createdAt, author }) => {
    const { mediaType = null, mediaDuration = null, isMoment = false } = messages.get(id) ?? {}
    // The index may be older than the message.
    const isInScope =
      (by === undefined || author.id === by) &&
      (has === undefined || (has === 'moment' ? isMoment : mediaType === has))
    return isInScope ? { id, content, createdAt, author, mediaType, mediaDuration, isMoment } : []
  })
}

interface Searched {
  callerId: string
  words: readonly (readonly string[])[]
  meant: readonly WordIds[]
  scope: MessageScope
}

/**
 * A corrected text: each entered word that no message contains is replaced by a similar word of the newest message that
 * has a similar word for each of them. Null if there is no such message. Other words of the index are not suggested,
 * because the caller may not see their messages.
 */
async function correctedText(
  needs: Needs,
  entered: string,
  { callerId, words, meant, scope }: Searched,
): Promise<string | null> {
  const similar = wordsSimilar(needs.vocabulary, words, meant)
  if (similar.some(({ ids }) => ids.length === 0)) return null
  const { documents } = await findByWords(needs, {
    words: similar.map((word) => word.ids),
    scope,
    after: undefined,
    limit: 1,
  })
  const [id] = documents.map(({ ref }) => ref)
  if (id === undefined) return null
  const document = (await documentsOf(needs.db, 'message', [id])).get(id)
  const [hit] = await hitsOf(needs, callerId, [id], scope)
  if (hit === undefined) return null
  const has = new Set(splitIds(document?.words ?? '').title)
  const shown = wordsIn(hit.content)
  return wordsIn(entered)
    .map((word, index) => {
      if (meant[index]?.some((one) => has.has(one)) === true) return word
      const found = [...(similar[index]?.similar ?? [])].find(([one]) => has.has(one))?.[1]
      return shown.find((one) => found !== undefined && spellingsOf(one).includes(found)) ?? found ?? word
    })
    .join(' ')
}
