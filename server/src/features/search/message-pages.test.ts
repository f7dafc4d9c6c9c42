import { ROOM_ID } from '@tonarchiv/contract/chat'
import type { MessageFilter } from '@tonarchiv/contract/message-search'
import { expect, test } from 'vitest'
import { dice } from '#testing/dice.ts'
import { indexed } from '#testing/search-index.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { findByWords, type PageBounds } from './messages-by-words.ts'
import { wordsContaining } from './meant-words.ts'
import { openVocabulary } from './vocabulary.ts'
import { searchedWords } from './words.ts'

const MESSAGES = 2000
const QUERIES = 150
const ROWS_AT_ONCE = 200

interface Stored {
  id: string
  userId: string
  content: string
  holds: MessageFilter | null
}

interface Query {
  q: string
  by: string | undefined
  has: MessageFilter | undefined
}

/** The words of the messages, the most frequent first. Most of the frequent ones have parts in common. */
const WORDS = ['metronom', 'takt', 'saite', 'metrum', 'geige', 'saitenspiel', 'bass', 'kontrabass', 'tromete']
  .flatMap((word) => [word, `${word}en`, `neu${word}`])
  .concat(Array.from({ length: 60 }, (_, index) => `wort${index}x`))

async function storeAll(
  { services: { db } }: Pick<TestApp, 'services'>,
  messages: readonly Stored[],
): Promise<void> {
  const createdAt = new Date().toISOString()
  for (let start = 0; start < messages.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('chatMessages')
      .values(
        messages.slice(start, start + ROWS_AT_ONCE).map(({ id, userId, content, holds }) => ({
          id,
          conversationId: ROOM_ID,
          userId,
          content,
          mentions: '[]',
          clientId: null,
          deletedAt: null,
          createdAt,
          cardKind: holds === 'moment' ? ('moment' as const) : null,
          cardId: holds === 'moment' ? 'track' : null,
          cardSecond: holds === 'moment' ? 1 : null,
        })),
      )
      .execute()
  const withMedia = messages.filter(({ holds }) => holds === 'image' || holds === 'voice')
  for (const { id, userId, holds } of withMedia)
    await db
      .insertInto('chatMedia')
      .values({
        name: id,
        userId,
        messageId: id,
        kind: holds === 'voice' ? 'voice' : 'image',
        storageName: id,
        contentType: '',
        sizeBytes: 1,
        givenBytes: 1,
        durationSeconds: null,
        width: null,
        height: null,
        peaks: null,
        fileName: '',
        position: 0,
        createdAt,
      })
      .execute()
}

function isHit({ userId, content, holds }: Stored, { q, by, has }: Query): boolean {
  const words = content.split(' ')
  return (
    (by === undefined || userId === by) &&
    (has === undefined || holds === has) &&
    q
      .split(' ')
      .every((part) =>
        words.some((word) => word.startsWith(part) || (part.length >= 3 && word.includes(part))),
      )
  )
}

/** With `SMALL` a search needs several pages. With `LARGE` one page reads all messages. */
const SMALL: PageBounds = { rows: 150, documents: 20, postings: 120, lookups: 60 }
const LARGE: PageBounds = { rows: 5000, documents: 5000, postings: 20_000, lookups: 5000 }

test('every message of a long history that matches is on exactly one page, whatever is searched', async () => {
  const { services, ...app } = await startApp()
  const { db } = services
  const authors = await Promise.all([0, 1, 2].map(async () => (await app.signIn()).id))
  const roll = dice(18)
  const wordOf = () => WORDS[Math.min(roll(WORDS.length), roll(WORDS.length))] ?? ''
  const messages = Array.from({ length: MESSAGES }, (_, index): Stored => {
    const kind = roll(100)
    return {
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      userId: authors[Math.min(roll(3), roll(3))] ?? '',
      content: Array.from({ length: 1 + roll(6) }, wordOf).join(' '),
      holds: kind < 15 ? 'image' : kind < 18 ? 'voice' : kind < 25 ? 'moment' : null,
    }
  })
  await storeAll({ services }, messages)
  await indexed({ services })
  const newest = messages.toReversed()
  const vocabulary = openVocabulary(db)
  await vocabulary.refresh()
  for (let count = 0; count < QUERIES; count += 1) {
    const part = () => wordOf().slice(roll(2) * roll(3), 4 + roll(8))
    const query: Query = {
      q: Array.from({ length: 1 + roll(3) }, part).join(' '),
      by: roll(2) === 0 ? authors[roll(3)] : undefined,
      has: roll(2) === 0 ? (['image', 'voice', 'moment'] as const)[roll(3)] : undefined,
    }
    const words = await wordsContaining(vocabulary, searchedWords(query.q))
    const limit = 1 + roll(40)
    const ids: string[] = []
    let after: number | undefined
    do {
      const scope = { conversationId: ROOM_ID, by: query.by, has: query.has }
      const page = await findByWords(
        { db, vocabulary },
        { words, scope, after, limit },
        roll(4) === 0 ? LARGE : SMALL,
      )
      expect(page.documents.length).toBeLessThanOrEqual(limit)
      if (page.next !== undefined) expect(page.next).toBeGreaterThan(after ?? 0)
      ids.push(...page.documents.map(({ ref }) => ref))
      after = page.next
    } while (after !== undefined)
    const expected = newest.filter((message) => isHit(message, query)).map(({ id }) => id)
    expect({ query, ids }).toEqual({ query, ids: expected })
  }
})
