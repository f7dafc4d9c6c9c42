import { randomUUID } from 'node:crypto'
import { deleteTrack } from '@tonarchiv/contract/archive-editing'
import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import type { Card } from '@tonarchiv/contract/cards'
import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { editMessage } from '@tonarchiv/contract/chat-changes'
import { restrictMember } from '@tonarchiv/contract/chat-order'
import { blockMember } from '@tonarchiv/contract/friends'
import { listMoments, MOMENTS_MAX } from '@tonarchiv/contract/moments'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { type Call, startApp } from '#testing/start-app.ts'

const post = async (member: { call: Call }, body: { message?: string; card?: Card; clientId?: string }) =>
  (await member.call(postMessage, { body })).message

/** A chat, and a track of three minutes. */
async function chatWithTrack() {
  const app = await startApp()
  const [album] = await addPlayableAlbums(app, [{ title: 'Nordlicht Süd', tracks: ['Brücke'] }])
  const [track] = album?.tracks ?? []
  if (!album || !track) throw new Error('The album has no tracks')
  const mara = await app.signIn({ username: 'mara' })
  const link = (query: Record<string, string>) =>
    `${new URL(app.services.config.publicUrl).origin}/archive?${new URLSearchParams(query).toString()}`
  return { app, mara, album, track, link }
}

test('a message carries a card, and its readers get ids only', async () => {
  const { app, mara, track } = await chatWithTrack()
  const guest = await app.signIn({ hasKey: false })
  const socket = openSocket(app, { token: guest.token })
  await socket.ready()
  const card: Card = { kind: 'moment', id: track.id, second: 83 }
  const sent = await post(mara, { message: 'Ab hier, linker Kanal.', card })
  expect(sent).toMatchObject({ content: 'Ab hier, linker Kanal.', card })
  const silent = await post(mara, { card: { kind: 'track', id: track.id } })
  expect(silent).toMatchObject({ content: '', messageType: 'text', card: { kind: 'track', id: track.id } })
  const { messages } = await guest.call(listMessages, { query: {} })
  expect(messages).toEqual([sent, silent])
  await eventually(() =>
    expect(socket.all('chatMessage').map(({ message }) => message)).toEqual([sent, silent]),
  )
  expect(JSON.stringify(messages)).not.toContain('Brücke')
  expect(JSON.stringify(messages)).not.toContain('Nordlicht')
})

test.each([
  ['a moment at the end of the track', { kind: 'moment', second: 180 }, 'MOMENT_BEYOND_END'],
  ['a moment far beyond it', { kind: 'moment', second: 100_000 }, 'MOMENT_BEYOND_END'],
  ['an album with the id of a track', { kind: 'album' }, 'CARD_NOT_FOUND'],
  ['a video with the id of a track', { kind: 'video' }, 'CARD_NOT_FOUND'],
  ['a playlist with the id of a track', { kind: 'playlist' }, 'CARD_NOT_FOUND'],
  ['a track with a second', { kind: 'track', second: 3 }, 'VALIDATION'],
])('%s is refused and nothing is sent', async (_name, card, code) => {
  const { mara, track } = await chatWithTrack()
  const body = { message: 'hier', card: { id: track.id, ...card } }
  expect((await mara.refusal(postMessage, { body })).body.code).toBe(code)
  expect((await mara.call(listMessages, { query: {} })).messages).toEqual([])
})

test('the last second of a track can be shared', async () => {
  const { mara, track } = await chatWithTrack()
  const card: Card = { kind: 'moment', id: track.id, second: 179 }
  expect((await post(mara, { card })).card).toEqual(card)
})

test('nothing is shared by members who may not see it', async () => {
  const { app, mara, track } = await chatWithTrack()
  const guest = await app.signIn({ hasKey: false })
  const tom = await app.signIn()
  const { playlist } = await mara.call(createPlaylist, { body: { title: 'Geheim' } })
  const codeOf = async (member: typeof tom, card: Card) =>
    (await member.refusal(postMessage, { body: { card } })).body.code
  expect(await codeOf(guest, { kind: 'track', id: track.id })).toBe('KEY_REQUIRED')
  expect(await codeOf(guest, { kind: 'track', id: 'unknown' })).toBe('KEY_REQUIRED')
  expect(await codeOf(tom, { kind: 'playlist', id: playlist.id })).toBe('CARD_NOT_FOUND')
  expect((await post(mara, { card: { kind: 'playlist', id: playlist.id } })).card).toEqual({
    kind: 'playlist',
    id: playlist.id,
  })
})

test('a link to the archive becomes the card and leaves the text', async () => {
  const { mara, album, track, link } = await chatWithTrack()
  expect(await post(mara, { message: link({ track: track.id, t: '83' }) })).toMatchObject({
    content: '',
    card: { kind: 'moment', id: track.id, second: 83 },
  })
  expect(
    await post(mara, { message: `Dieses hier: ${link({ album: 'nordlicht süd' })} Hört!` }),
  ).toMatchObject({
    content: 'Dieses hier: Hört!',
    card: { kind: 'album', id: album.id },
  })
  expect((await post(mara, { message: link({ track: track.id, t: '9999' }) })).card).toEqual({
    kind: 'track',
    id: track.id,
  })
})

test('a link that its author may not follow stays text', async () => {
  const { app, mara, track, link } = await chatWithTrack()
  const guest = await app.signIn({ hasKey: false })
  for (const [member, message] of [
    [guest, link({ track: track.id })],
    [mara, link({ track: 'unknown' })],
    [mara, link({ album: 'Unbekannt' })],
    [mara, 'https://other.example/archive?track=a'],
  ] as const)
    expect(await post(member, { message })).toMatchObject({ content: message, card: null })
})

test('a repeated message answers the first one, also when its track was deleted meanwhile', async () => {
  const { app, mara, track } = await chatWithTrack()
  const admin = await app.signIn({ isAdmin: true })
  const body = { card: { kind: 'track', id: track.id } as const, clientId: randomUUID() }
  const first = await post(mara, body)
  await admin.call(deleteTrack, { params: { id: track.id } })
  expect(await post(mara, body)).toEqual(first)
  const again = await mara.refusal(postMessage, { body: { ...body, clientId: randomUUID() } })
  expect(again).toMatchObject({ status: 404, body: { code: 'CARD_NOT_FOUND' } })
})

test('the sentence below a card can be edited away, and the card stays', async () => {
  const { mara, track } = await chatWithTrack()
  const card: Card = { kind: 'moment', id: track.id, second: 83 }
  const { id } = await post(mara, { message: 'hier', card })
  const { message } = await mara.call(editMessage, { params: { id }, body: { message: '' } })
  expect(message).toMatchObject({ content: '', card })
})

test('moments of a track are ascending by second, without deleted ones', async () => {
  const { app, mara, track } = await chatWithTrack()
  const tom = await app.signIn({ username: 'tom' })
  const moment = async (member: typeof mara, second: number, message: string) =>
    post(member, { message, card: { kind: 'moment', id: track.id, second } })
  const late = await moment(mara, 90, 'später')
  const first = await moment(tom, 18, 'Der Bass!')
  const second = await moment(mara, 18, 'Ja')
  const deleted = await moment(mara, 5, 'weg')
  await mara.call(deleteMessage, { params: { id: deleted.id } })
  await post(mara, { card: { kind: 'track', id: track.id } })
  const moments = async () => (await mara.call(listMoments, { params: { id: track.id } })).moments
  expect((await moments()).map(({ messageId }) => messageId)).toEqual([first.id, second.id, late.id])
  expect((await moments())[0]).toEqual({
    messageId: first.id,
    second: 18,
    text: 'Der Bass!',
    createdAt: first.createdAt,
    author: { id: tom.id, username: 'tom', displayName: 'tom', photoURL: null },
    replyCount: 0,
    lastReplier: null,
  })
  await tom.call(deleteAccount, { body: { password: tom.password } })
  expect((await moments())[0]?.author).toMatchObject({ username: '', displayName: 'Gelöschter Benutzer' })
  const guest = await app.signIn({ hasKey: false })
  expect((await guest.refusal(listMoments, { params: { id: track.id } })).body.code).toBe('KEY_REQUIRED')
  expect((await mara.call(listMoments, { params: { id: 'unknown' } })).moments).toEqual([])
})

test('replies to a moment are counted, with their last author', async () => {
  const { app, mara, track } = await chatWithTrack()
  const tom = await app.signIn({ username: 'tom' })
  const { id } = await post(mara, { card: { kind: 'moment', id: track.id, second: 83 } })
  const reply = async (member: typeof mara, message: string) =>
    (await member.call(postMessage, { body: { message, replyTo: id } })).message
  await reply(mara, 'Hier')
  const deleted = await reply(mara, 'weg')
  await reply(tom, 'Ja!')
  await mara.call(deleteMessage, { params: { id: deleted.id } })
  const { moments } = await mara.call(listMoments, { params: { id: track.id } })
  expect(moments).toMatchObject([{ replyCount: 2, lastReplier: { username: 'tom' } }])
})

test('moments of a conversation are for those who take part in it', async () => {
  const { app, mara, track } = await chatWithTrack()
  const [tom, other] = [await app.signIn(), await app.signIn()]
  const conversationId = await privateConversation(app, [mara, tom])
  const card: Card = { kind: 'moment', id: track.id, second: 83 }
  const { message } = await mara.call(postMessage, { body: { card, conversationId } })
  const seen = async (member: typeof mara) =>
    (await member.call(listMoments, { params: { id: track.id } })).moments.map(({ messageId }) => messageId)
  expect(await seen(mara)).toEqual([message.id])
  expect(await seen(tom)).toEqual([message.id])
  expect(await seen(other)).toEqual([])
})

test('moments are listed for no member who is banned from their room, or blocked in their conversation', async () => {
  const { app, mara, track } = await chatWithTrack()
  const [tom, admin] = [await app.signIn(), await app.signIn({ isAdmin: true })]
  const conversationId = await privateConversation(app, [mara, tom])
  const card: Card = { kind: 'moment', id: track.id, second: 83 }
  const open = await post(mara, { message: 'für alle', card })
  const aside = (await mara.call(postMessage, { body: { message: 'nur für dich', card, conversationId } }))
    .message
  const seen = async (member: typeof mara) =>
    (await member.call(listMoments, { params: { id: track.id } })).moments.map(({ messageId }) => messageId)
  expect(await seen(tom)).toEqual([open.id, aside.id])
  expect(await seen(admin)).toEqual([open.id])
  await admin.call(restrictMember, { params: { userId: tom.id }, body: { kind: 'ban', reason: '' } })
  expect(await seen(tom)).toEqual([aside.id])
  await mara.call(blockMember, { params: { id: tom.id } })
  expect(await seen(tom)).toEqual([])
  expect(await seen(mara)).toEqual([open.id])
})

test('of many moments the newest are listed', async () => {
  const { mara, track } = await chatWithTrack()
  const ids: string[] = []
  for (let second = 0; second < MOMENTS_MAX + 3; second += 1)
    ids.push((await post(mara, { card: { kind: 'moment', id: track.id, second: second % 180 } })).id)
  const { moments } = await mara.call(listMoments, { params: { id: track.id } })
  expect(moments.map(({ messageId }) => messageId).toSorted()).toEqual(ids.slice(3).toSorted())
})

test('the export of an account contains the cards of its messages', async () => {
  const { mara, track } = await chatWithTrack()
  await post(mara, { message: 'hier', card: { kind: 'moment', id: track.id, second: 3 } })
  expect(JSON.stringify(await mara.call(exportAccount, {}))).toContain(
    `"cardKind":"moment","cardId":"${track.id}","cardSecond":3`,
  )
})
