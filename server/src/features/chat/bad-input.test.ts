import { deleteAlbum, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { resolveCards } from '@tonarchiv/contract/cards'
import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { addReaction, editMessage, pinMessage } from '@tonarchiv/contract/chat-changes'
import { blockMember } from '@tonarchiv/contract/friends'
import { expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { ChatReader } from '#testing/chat-reader.ts'
import { eventually } from '#testing/eventually.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp } from '#testing/start-app.ts'

test('what cannot be is answered in German, and readers at both processes, early and late, have the same list', async () => {
  const hub = memoryHub()
  const app = await startApp({}, { hub })
  const second = await startApp({}, { hub, beside: app })
  const admin = await app.signIn({ isAdmin: true })
  const [mara, tom] = [await app.signIn({ username: 'mara-x' }), await app.signIn({ username: 'tom-x' })]
  const early = new ChatReader(await app.signIn())
  await early.connect(second)
  const say = async (message: string, replyTo?: string) =>
    (await mara.call(postMessage, { body: { message, ...(replyTo !== undefined && { replyTo }) } })).message
  const [album] = await addPlayableAlbums(app, [{ title: 'Nordlicht', tracks: ['Brücke'] }])
  const track = album?.tracks[0]
  if (track === undefined) throw new Error('The album has no track')

  const gone = await say('Gleich weg')
  const reply = await say('Antwort', gone.id)
  await mara.call(deleteMessage, { params: { id: gone.id } })
  await say('Antwort auf die Antwort', reply.id)
  await tom.call(blockMember, { params: { id: mara.id } })
  await say('Hallo @tom-x!')
  const card = { kind: 'moment', id: track.id, second: 100_000 } as const
  const [one, other] = await Promise.allSettled(
    ['am Telefon', 'am Rechner'].map(async (message) =>
      mara.call(editMessage, { params: { id: reply.id }, body: { message, editedAt: null } }),
    ),
  )
  expect(one?.status).not.toBe(other?.status)
  const params = { id: gone.id }
  const refused = await Promise.all([
    mara.refusal(editMessage, { params, body: { message: 'doch' } }),
    mara.refusal(addReaction, { params: { id: gone.id, emoji: '🔥' } }),
    admin.refusal(pinMessage, { params }),
    mara.refusal(deleteMessage, { params }),
    mara.refusal(postMessage, { body: { message: 'Ab hier', card } }),
    mara.refusal(postMessage, { body: { message: 'Das da', card: { kind: 'album', id: 'war einmal' } } }),
    mara.refusal(editMessage, { params: { id: reply.id }, body: { message: 'alt', editedAt: null } }),
    mara.refusal(addReaction, { params: { id: reply.id, emoji: 'ja' } }),
    mara.refusal(postMessage, { body: { message: '\n'.repeat(500) } }),
    mara.refusal(postMessage, { body: { message: '\u200b\u200d\u2060' } }),
  ])
  expect(refused.map(({ body }) => body.error)).toEqual([
    ...Array<string>(4).fill('Nachricht nicht gefunden'),
    'So lang ist der Track nicht. Wähle eine frühere Stelle.',
    'Das ist nicht (mehr) im Archiv und kann nicht geteilt werden',
    'Die Nachricht wurde inzwischen auf einem anderen Gerät bearbeitet',
    'Als Reaktion geht nur ein Emoji',
    'Die Nachricht ist leer',
    'Die Nachricht ist leer',
  ])
  const { message: last } = await mara.call(postMessage, { body: { message: 'Ende' } })

  const late = new ChatReader(await second.signIn())
  await late.connect(app)
  await eventually(() => {
    early.listen()
    expect(early.messages.has(last.id)).toBe(true)
  })
  expect(early.faults).toEqual([])
  expect(early.all()).toEqual(late.all())
  expect(late.revision).toBe(early.revision)
  expect(late.all().map(({ content, mentions }) => [content, mentions])).toEqual([
    [expect.stringMatching(/^am (?:Telefon|Rechner)$/), []],
    ['Antwort auf die Antwort', []],
    ['Hallo @tom-x!', []],
    ['Ende', []],
  ])
  expect(late.messages.get(reply.id)?.replyTo).toMatchObject({ id: gone.id, excerpt: null, userId: null })
})

test('a card of an upload is pinned, survives the album, and is the same for early and late readers', async () => {
  const hub = memoryHub()
  const app = await startApp({}, { hub })
  const second = await startApp({}, { hub, beside: app })
  const admin = await app.signIn({ isAdmin: true })
  const mara = await second.signIn()
  const early = new ChatReader(mara)
  await early.connect(second)
  const { albumTitel } = await addSampleAlbum(admin)
  const list = async () => (await mara.call(listMessages, { query: {} })).messages
  await eventually(async () => expect(await list()).toHaveLength(1))
  const [sent] = await list()
  if (sent === undefined || sent.card === null) throw new Error('The upload has no card')
  await admin.call(pinMessage, { params: { id: sent.id } })
  await mara.call(addReaction, { params: { id: sent.id, emoji: '🔥' } })
  const { message: reply } = await mara.call(postMessage, { body: { message: 'Stark', replyTo: sent.id } })
  expect((await mara.refusal(pinMessage, { params: { id: sent.id } })).status).toBe(403)
  await admin.call(updateAlbum, { params: { albumTitel }, body: { albumTitel: 'Anders' } })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Anders' } })
  expect((await mara.call(resolveCards, { body: { cards: [sent.card] } })).cards).toEqual([{ state: 'gone' }])
  const late = new ChatReader(await app.signIn())
  await late.connect(app)
  await eventually(() => {
    early.listen()
    expect(early.messages.has(reply.id)).toBe(true)
  })
  expect(early.all()).toEqual(late.all())
  expect(late.messages.get(sent.id)).toMatchObject({ messageType: 'system', pinnedAt: expect.any(String) })
  expect(late.messages.get(sent.id)?.reactions).toMatchObject([{ emoji: '🔥', count: 1, userIds: [mara.id] }])
})
