import { deleteAccount } from '@tonarchiv/contract/auth'
import type { Card } from '@tonarchiv/contract/cards'
import { deleteMessage, postMessage, ROOM_ID } from '@tonarchiv/contract/chat'
import { editMessage } from '@tonarchiv/contract/chat-changes'
import { type MessageFilter, searchMessages } from '@tonarchiv/contract/message-search'
import { blockMember } from '@tonarchiv/contract/friends'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { image, sendUpload, upload } from '#testing/chat-media.ts'
import { indexed } from '#testing/search-index.ts'
import { acquireIndexing } from './store/documents.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { searchFor } from '#testing/searching.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { recordedVoice } from '#testing/voice-recording.ts'
import { READ_MAX } from './messages-by-reading.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>
interface Query {
  q?: string
  by?: string
  has?: MessageFilter
  limit?: number
  momentsOf?: string
}

let app: TestApp
let mara: Member
let jonas: Member
beforeEach(async () => {
  app = await startApp()
  mara = await app.signIn({ username: 'mara' })
  jonas = await app.signIn({ username: 'jonas' })
})

async function say(member: Member, ...texts: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const message of texts) ids.push((await member.call(postMessage, { body: { message } })).message.id)
  return ids
}

/** The texts of all hits, page by page. */
async function found(query: Query): Promise<string[]> {
  const texts: string[] = []
  let from: string | undefined
  do {
    const page = await mara.call(searchMessages, { query: { ...query, ...(from !== undefined && { from }) } })
    texts.push(...page.messages.map(({ content }) => content))
    from = page.next ?? undefined
  } while (from !== undefined)
  return texts
}

/** Stores messages of one author without the calls for each of them. */
async function store(userId: string, texts: readonly string[]): Promise<void> {
  const { db } = app.services
  for (let start = 0; start < texts.length; start += 200)
    await db
      .insertInto('chatMessages')
      .values(
        texts.slice(start, start + 200).map((content, index) => ({
          id: `00000000-0000-7000-8000-${String(start + index).padStart(12, '0')}`,
          conversationId: ROOM_ID,
          userId,
          content,
          mentions: '[]',
          clientId: null,
          deletedAt: null,
          createdAt: new Date().toISOString(),
        })),
      )
      .execute()
}

test('messages of a member are found by none of whom one has blocked the other', async () => {
  const third = await app.signIn()
  await say(jonas, 'Metronom von Jonas')
  await say(mara, 'Metronom von Mara')
  await indexed(app)
  const hits = async (member: Member, query: Query) => {
    const { messages, corrected } = await member.call(searchMessages, { query })
    return [messages.map(({ content }) => content), corrected]
  }
  expect(await hits(mara, { q: 'jonaz' })).toEqual([[], 'Jonas'])
  await mara.call(blockMember, { params: { id: jonas.id } })
  expect(await hits(mara, { q: 'metronom' })).toEqual([['Metronom von Mara'], null])
  expect(await hits(jonas, { q: 'metronom' })).toEqual([['Metronom von Jonas'], null])
  expect(await hits(mara, { by: jonas.id })).toEqual([[], null])
  expect(await hits(mara, { q: 'jonaz' })).toEqual([[], null])
  expect((await hits(third, { q: 'metronom' }))[0]).toHaveLength(2)
  for (const [member, count] of [
    [mara, 1],
    [jonas, 1],
    [third, 2],
  ] as const)
    expect((await searchFor(member, 'metronom')).groups.messages).toMatchObject({ total: count })
})

test('messages of hidden members are neither counted nor do they take the place of others', async () => {
  await say(mara, 'Metronom eins', 'Metronom und Geige')
  await say(jonas, ...Array.from({ length: 12 }, (_, index) => `Metronom mit Geige ${index}`))
  await indexed(app)
  const messagesFor = async (q: string) => {
    const { messages } = (await searchFor(mara, q)).groups
    return [messages?.total, messages?.hits.map(({ content }) => content)]
  }
  expect((await messagesFor('metronom'))[0]).toBe(14)
  await mara.call(blockMember, { params: { id: jonas.id } })
  expect(await messagesFor('metronom')).toEqual([2, ['Metronom und Geige', 'Metronom eins']])
  expect(await messagesFor('metronom geige')).toEqual([1, ['Metronom und Geige']])
  expect(await messagesFor('mitronom')).toEqual([2, ['Metronom eins', 'Metronom und Geige']])
})

describe('the words of a search', () => {
  test('a word, its beginning and a part of it are found in any spelling, the newest message first', async () => {
    await say(mara, 'Das Metronom tickt', 'metronomtakt', 'Straßenmusik', 'Ein größerer Saal', 'Metro')
    await indexed(app)
    expect(await found({ q: 'metro' })).toEqual(['Metro', 'metronomtakt', 'Das Metronom tickt'])
    expect(await found({ q: 'tronom' })).toEqual(['metronomtakt', 'Das Metronom tickt'])
    expect(await found({ q: 'STRASSEN' })).toEqual(['Straßenmusik'])
    expect(await found({ q: 'groesser' })).toEqual(['Ein größerer Saal'])
    expect(await found({ q: 'rößere' })).toEqual(['Ein größerer Saal'])
  })

  test('every word must be in the message, in any order', async () => {
    await say(mara, 'Das Metronom tickt leise', 'Das Metronom', 'leise tickt es')
    await indexed(app)
    expect(await found({ q: 'leise metro' })).toEqual(['Das Metronom tickt leise'])
    expect(await found({ q: 'metronom geige' })).toEqual([])
  })

  test('deleted messages are not found, and names of deleted accounts are gone', async () => {
    const [id = ''] = await say(jonas, 'Metronom eins')
    await say(jonas, 'Metronom zwei')
    await jonas.call(deleteMessage, { params: { id } })
    await jonas.call(deleteAccount, { body: { password: jonas.password } })
    await indexed(app)
    const { messages } = await mara.call(searchMessages, { query: { q: 'metronom' } })
    expect(messages).toMatchObject([
      { content: 'Metronom zwei', author: { displayName: 'Gelöschter Benutzer' } },
    ])
    const { db } = app.services
    expect(await db.selectFrom('searchDocuments').select(['kind', 'author']).execute()).toEqual([
      { kind: 'message', author: null },
    ])
    expect(await found({ q: 'metronom', by: jonas.id })).toEqual([])
  })

  test('without a hit a word of a message is suggested, but never one of a private playlist', async () => {
    await say(mara, 'Das Metronom tickt')
    await jonas.call(createPlaylist, { body: { title: 'Geheimnisträger' } })
    await indexed(app)
    const corrected = async (q: string) => (await mara.call(searchMessages, { query: { q } })).corrected
    expect(await corrected('Metronym')).toBe('Metronom')
    expect(await corrected('das Metronym')).toBe('das Metronom')
    expect(await corrected('Geheimnistrager')).toBeNull()
    expect(await corrected('Metronom')).toBeNull()
  })

  test('a text of one letter, and a search for nothing, are rejected', async () => {
    const error = 'Bitte gib mindestens 2 Zeichen ein'
    expect(await mara.refusal(searchMessages, { query: { q: 'm' } })).toMatchObject({ status: 400 })
    const empty = await mara.refusal(searchMessages, { query: {} })
    expect(empty).toMatchObject({ status: 400, body: { error, code: 'MESSAGE_SEARCH_EMPTY' } })
    expect((await mara.refusal(searchMessages, { query: { q: 'm'.repeat(101) } })).status).toBe(400)
    expect(await found({ q: '??!' })).toEqual([])
  })
})

describe('the author and what a message holds', () => {
  beforeEach(async () => {
    await sendUpload(mara, await upload(mara, await image().png().toBuffer()), 'Bild vom Metronom')
    await sendUpload(jonas, await upload(jonas, recordedVoice(2)), 'Metronom, gesprochen')
    await sendUpload(jonas, await upload(jonas, await image(20, 20).png().toBuffer()))
    await say(jonas, 'Metronom ohne alles')
    await indexed(app)
  })

  test('messages are found by their author, with and without a text', async () => {
    expect(await found({ by: jonas.id })).toEqual(['Metronom ohne alles', '', 'Metronom, gesprochen'])
    expect(await found({ by: jonas.id, q: 'metro' })).toEqual(['Metronom ohne alles', 'Metronom, gesprochen'])
    expect(await found({ by: mara.id, q: 'ohne' })).toEqual([])
    expect(await found({ by: '019abcde-0000-7000-8000-000000000000' })).toEqual([])
  })

  test('messages with an image or a voice message are found', async () => {
    expect(await found({ has: 'image' })).toEqual(['', 'Bild vom Metronom'])
    expect(await found({ has: 'image', by: mara.id })).toEqual(['Bild vom Metronom'])
    expect(await found({ has: 'voice', q: 'metronom' })).toEqual(['Metronom, gesprochen'])
    const { messages } = await mara.call(searchMessages, { query: { has: 'voice' } })
    expect(messages).toMatchObject([{ mediaType: 'voice', author: { username: 'jonas' } }])
  })
})

test('messages with a moment of a track are found, with and without a text', async () => {
  const [album] = await addPlayableAlbums(app, [{ title: 'Nordlicht Süd', tracks: ['Brücke', 'Ufer'] }])
  const id = album?.tracks[0]?.id ?? ''
  const other = album?.tracks[1]?.id ?? ''
  const share = async (member: Member, message: string, card: Card) =>
    member.call(postMessage, { body: { message, card } })
  await share(mara, 'Ab hier das Metronom', { kind: 'moment', id, second: 1 })
  await share(jonas, 'Und hier', { kind: 'moment', id, second: 2 })
  await share(jonas, 'Metronom im ganzen Track', { kind: 'track', id })
  await indexed(app)
  expect(await found({ has: 'moment' })).toEqual(['Und hier', 'Ab hier das Metronom'])
  expect(await found({ has: 'moment', by: jonas.id })).toEqual(['Und hier'])
  expect(await found({ has: 'moment', q: 'metronom' })).toEqual(['Ab hier das Metronom'])
  await share(jonas, 'Ein anderes Metronom', { kind: 'moment', id: other, second: 1 })
  await indexed(app)
  expect(await found({ momentsOf: id })).toEqual(['Und hier', 'Ab hier das Metronom'])
  expect(await found({ momentsOf: id, q: 'metronom' })).toEqual(['Ab hier das Metronom'])
  expect(await found({ momentsOf: 'nichts' })).toEqual([])
  const { messages } = await mara.call(searchMessages, { query: { q: 'metronom im' } })
  expect(messages.map(({ isMoment }) => isMoment)).toEqual([false])
  const moment = await mara.call(searchMessages, { query: { q: 'ab hier' } })
  expect(moment.messages.map(({ isMoment }) => isMoment)).toEqual([true])
})

test('messages of a conversation are found in it only, and only by those who take part', async () => {
  const id = await privateConversation(app, [mara, jonas])
  const body = { message: 'Metronom, unter uns', conversationId: id }
  await jonas.call(postMessage, { body })
  await indexed(app)
  const texts = async (query: object) =>
    (await mara.call(searchMessages, { query })).messages.map(({ content }) => content)
  expect(await texts({ q: 'metronom' })).toEqual([])
  expect(await texts({ by: jonas.id })).toEqual([])
  expect(await texts({ q: 'tronom', conversationId: id })).toEqual(['Metronom, unter uns'])
  expect(await texts({ by: jonas.id, conversationId: id })).toEqual(['Metronom, unter uns'])
  const other = await app.signIn()
  const query = { q: 'metronom', conversationId: id }
  expect((await other.refusal(searchMessages, { query })).body.code).toBe('CONVERSATION_NOT_FOUND')
})

test('a search finds what was committed before it, while the index is late', async () => {
  const [first = ''] = await say(mara, 'Metronom eins', 'Metronom zwei')
  const [gone = ''] = await say(jonas, 'Metronom drei')
  await indexed(app)
  const { db } = app.services
  await say(jonas, 'Metronom vier', 'ein Metronom, das fünfte')
  await mara.call(editMessage, { params: { id: first }, body: { message: 'Geige eins' } })
  await jonas.call(deleteMessage, { params: { id: gone } })
  const late = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (trx) => {
    expect(await acquireIndexing(trx, db.kind)).toBe(true)
    taken.resolve()
    await late.promise
  })
  await taken.promise
  const expected = ['ein Metronom, das fünfte', 'Metronom vier', 'Metronom zwei']
  const finds = async () => {
    expect(await found({ q: 'metronom' })).toEqual(expected)
    expect(await found({ q: 'tronom', limit: 1 })).toEqual(expected)
    expect(await found({ q: 'metronom', by: jonas.id })).toEqual(expected.slice(0, 2))
    expect(await found({ q: 'metronom', has: 'image' })).toEqual([])
    expect(await found({ q: 'fuenf metro' })).toEqual(expected.slice(0, 1))
    expect(await found({ q: 'geige' })).toEqual(['Geige eins'])
  }
  try {
    await finds()
  } finally {
    late.resolve()
    await holding
  }
  await indexed(app)
  await finds()
})

describe('pages', () => {
  test('every message is on exactly one page', async () => {
    const texts = Array.from({ length: 9 }, (_, index) => `Metronom n${index}`)
    await say(jonas, ...texts)
    await say(mara, 'Metronom von Mara')
    await indexed(app)
    const newest = texts.toReversed()
    expect(await found({ q: 'metronom', limit: 2 })).toEqual(['Metronom von Mara', ...newest])
    expect(await found({ q: 'metronom', by: jonas.id, limit: 2 })).toEqual(newest)
    expect(await found({ by: jonas.id, limit: 2 })).toEqual(newest)
    expect(await found({ q: 'n7', by: jonas.id, limit: 2 })).toEqual(['Metronom n7'])
  })

  test('hits far behind many messages that match in part are found', async () => {
    const count = READ_MAX + 50
    const texts = Array.from({ length: count }, (_, index) =>
      index % 700 === 3 ? `Metronom Geige ${index}` : `Metronom ${index}`,
    )
    await store(jonas.id, texts)
    await say(mara, 'Metronom')
    await indexed(app)
    const hits = texts.filter((text) => text.includes('Geige')).toReversed()
    expect(await found({ q: 'metronom geige', by: jonas.id })).toEqual(hits)
    expect(await found({ q: 'metronom', by: mara.id })).toEqual(['Metronom'])
    expect((await found({ q: 'metro', by: jonas.id, limit: 100 })).length).toBe(count)
  })
})
