import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { addReaction, editMessage, pinMessage, unpinMessage } from '@tonarchiv/contract/chat-changes'
import { expect, test } from 'vitest'
import { type Call, startApp } from '#testing/start-app.ts'
import { cleanUpChat } from '../cleanup.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const send = async (member: { call: Call }, message: string) =>
  (await member.call(postMessage, { body: { message } })).message

test('a browser that was away gets the messages that changed, as they are now', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const sent = [await send(admin, 'eins'), await send(admin, 'zwei'), await send(admin, 'drei')]
  const [one, two, three] = sent.map(({ id }) => ({ id }))
  if (one === undefined || two === undefined || three === undefined) throw new Error('Three messages')
  const { revision } = await admin.call(listMessages, { query: {} })
  await admin.call(editMessage, { params: one, body: { message: 'eins neu' } })
  for (const emoji of ['🔥', '🦜']) await admin.call(addReaction, { params: { ...one, emoji } })
  await admin.call(addReaction, { params: { ...two, emoji: '🔥' } })
  await admin.call(deleteMessage, { params: two })
  await admin.call(pinMessage, { params: three })
  await admin.call(unpinMessage, { params: three })
  const four = await send(admin, 'vier')
  await admin.call(editMessage, { params: four, body: { message: 'vier neu' } })
  const now = (await admin.call(listMessages, { query: {} })).messages
  const missed = await admin.call(listMessages, { query: { after: three.id, revision } })
  expect(missed.messages).toEqual(now.slice(2))
  expect(missed.changed.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(now.slice(0, 2))
  expect(missed.deletedIds).toEqual([two.id])
  expect(missed.revision).toBe(revision + 9)
})

test('changes between two pages of the same reading are on the last page', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const first = await send(mara, 'eins')
  const { revision } = await mara.call(listMessages, { query: {} })
  const [two, three] = [await send(mara, 'zwei'), await send(mara, 'drei')]
  await send(mara, 'vier')
  const page = async (after: string) => mara.call(listMessages, { query: { after, revision, limit: 2 } })
  expect(await page(first.id)).toMatchObject({ messages: [two, three], hasMore: true, changed: [] })
  // Both messages were sent after `revision`, and the client has already read them on the first page.
  await mara.call(addReaction, { params: { id: two.id, emoji: '🔥' } })
  await mara.call(deleteMessage, { params: { id: three.id } })
  expect(await page(three.id)).toMatchObject({
    messages: [{ content: 'vier' }],
    hasMore: false,
    deletedIds: [three.id],
    changed: [{ id: two.id, reactions: [{ emoji: '🔥', count: 1 }] }],
  })
})

test('too many changed messages request a new start', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const sent = await Promise.all(Array.from({ length: 201 }, async (_, number) => send(mara, `${number}`)))
  const { revision } = await mara.call(listMessages, { query: {} })
  const after = sent
    .map(({ id }) => id)
    .sort()
    .at(-1)
  const missed = async (since: number) =>
    mara.call(listMessages, { query: { after: after ?? '', revision: since } })
  const [last, ...others] = sent
  for (const { id } of others) await mara.call(addReaction, { params: { id, emoji: '🔥' } })
  expect((await missed(revision)).changed).toHaveLength(200)
  await mara.call(addReaction, { params: { id: last?.id ?? '', emoji: '🔥' } })
  expect(await missed(revision)).toMatchObject({ changed: [], startOver: true })
})

test('changes are known for thirty days, and what they have changed stays', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const { id } = await send(mara, 'Lange her')
  const { revision } = await mara.call(listMessages, { query: {} })
  await mara.call(addReaction, { params: { id, emoji: '🔥' } })
  const state = async () => ({
    kinds: await app.services.db.selectFrom('chatChanges').select('kind').orderBy('revision').execute(),
    missed: await (await app.signIn()).call(listMessages, { query: { after: id, revision } }),
  })
  app.passTime(31 * DAY_MS)
  await cleanUpChat(app.services)
  // Changes are removed up to the last message that is thirty days old, and the reaction is later than that message.
  expect(await state()).toMatchObject({
    kinds: [{ kind: 'message' }, { kind: 'reaction' }],
    missed: { changed: [{ id }] },
  })
  await send({ call: (await app.signIn()).call }, 'Danach')
  await cleanUpChat(app.services)
  expect(await state()).toMatchObject({
    kinds: [{ kind: 'message' }, { kind: 'message' }],
    missed: { changed: [], startOver: true },
  })
  const { messages } = await (await app.signIn()).call(listMessages, { query: {} })
  expect(messages[0]?.reactions).toMatchObject([{ emoji: '🔥', count: 1 }])
})
