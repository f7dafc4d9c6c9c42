import { listAuditEvents } from '@tonarchiv/contract/admin'
import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { exportAccount } from '@tonarchiv/contract/auth'
import { resolveCards } from '@tonarchiv/contract/cards'
import { deleteMessage, listMessages } from '@tonarchiv/contract/chat'
import { setUploadCards } from '@tonarchiv/contract/chat-order'
import { countNotices } from '@tonarchiv/contract/notifications'
import * as contract from '@tonarchiv/contract/premieres'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

const HOUR_MS = 3_600_000
const TITLE = 'Zweite Halbzeit'
const params = { albumTitel: TITLE }

const inHours = (app: TestApp, hours: number) =>
  new Date(app.services.now().getTime() + hours * HOUR_MS).toISOString()

/** An archive with two admins, a member, and an album whose premiere is in three hours. */
async function archive({ isCovered = true, isAnnounced = true } = {}) {
  const app = await startApp()
  const frieda = await app.signIn({ username: 'frieda', isAdmin: true })
  const okan = await app.signIn({ username: 'okan', isAdmin: true })
  const mara = await app.signIn({ username: 'mara' })
  const opensAt = inHours(app, 3)
  const album = await addByForm(frieda, {
    albumTitel: TITLE,
    cover: 'cover.jpg',
    tracks: ['Anpfiff', 'Flutlicht'],
    premiere: { opensAt, isCovered, isAnnounced },
  })
  return { app, frieda, okan, mara, album, opensAt, id: album.albumId }
}

const messagesFor = async (member: Member) => (await member.call(listMessages, { query: {} })).messages

async function announced(member: Member) {
  await eventually(async () => expect(await messagesFor(member)).toHaveLength(1))
  const [message] = await messagesFor(member)
  if (message === undefined) throw new Error('The room is empty')
  return message
}

const cardFor = async (member: Member, id: string) =>
  (await member.call(resolveCards, { body: { cards: [{ kind: 'premiere', id }] } })).cards[0]

const actsSeenBy = async (admin: Member) =>
  (await admin.call(listAuditEvents, { query: {} })).acts.map(({ text }) => text)

test('an announced premiere is one message in the room, whose card shows title, date and an open cover alone', async () => {
  const { app, frieda, mara, album, opensAt, id } = await archive({ isCovered: false })
  const message = await announced(mara)
  const card = { kind: 'premiere', id }
  expect(message).toMatchObject({
    messageType: 'system',
    content: '',
    username: 'frieda',
    mentions: [],
    card,
  })
  const guest = await app.signIn({ hasKey: false })
  expect(JSON.stringify(await messagesFor(guest))).not.toMatch(/Halbzeit|Anpfiff|Flutlicht/)
  const premiere = { id, title: TITLE, coverUrl: album.albumCover, opensAt, isOpen: false }
  for (const reader of [mara, frieda]) expect(await cardFor(reader, id)).toEqual({ state: 'shown', premiere })
  expect(await cardFor(guest, id)).toEqual({ state: 'locked' })
  expect(await cardFor(mara, 'unknown')).toEqual({ state: 'gone' })
  // The message is all: those who have asked are informed when the premiere moves and begins.
  expect(await mara.call(countNotices, {})).toMatchObject({ unread: 0 })
  expect(await actsSeenBy(frieda)).toContain(`Premiere von Album „${TITLE}“ im Chat Room angekündigt`)
  expect(JSON.stringify(await frieda.call(exportAccount, {}))).toContain('"systemKind":"premiere"')
})

test('the card follows the premiere: covered, moved, called off, set again, open and deleted', async () => {
  const { app, frieda, mara, album, id } = await archive({ isCovered: false })
  await announced(mara)
  const opensAt = inHours(app, 2)
  const premiere = { id, title: TITLE, coverUrl: null, opensAt, isOpen: false }
  const set = async () =>
    frieda.call(contract.setAlbumPremiere, { params, body: { opensAt, isCovered: true, isAnnounced: true } })
  await set()
  expect(await cardFor(mara, id)).toEqual({ state: 'shown', premiere })
  await frieda.call(contract.cancelAlbumPremiere, { params })
  expect(await cardFor(mara, id)).toEqual({ state: 'gone' })
  await set()
  expect(await cardFor(mara, id)).toEqual({ state: 'shown', premiere })
  app.passTime(2 * HOUR_MS)
  const open = { ...premiere, coverUrl: album.albumCover, isOpen: true }
  expect(await cardFor(mara, id)).toEqual({ state: 'shown', premiere: open })
  await frieda.call(deleteAlbum, { params })
  expect(await cardFor(mara, id)).toEqual({ state: 'gone' })
  expect(await messagesFor(mara)).toHaveLength(1)
})

test('a premiere is announced once, also by two admins at once and after its message was deleted', async () => {
  const { frieda, okan, mara, opensAt } = await archive({ isAnnounced: false })
  await frieda.call(setUploadCards, { body: { isOn: false } })
  const set = async (admin: Member, isAnnounced?: boolean) =>
    admin.call(contract.setAlbumPremiere, { params, body: { opensAt, isCovered: true, isAnnounced } })
  expect((await set(frieda)).premiere?.isAnnounced).toBe(false)
  expect(await messagesFor(mara)).toEqual([])
  const before = (await actsSeenBy(frieda)).length
  const [one, other] = await Promise.all([set(frieda, true), set(okan, true)])
  expect([one.premiere?.isAnnounced, other.premiere?.isAnnounced]).toEqual([true, true])
  const { id: messageId } = await announced(mara)
  const acts = await actsSeenBy(frieda)
  expect(acts.slice(0, acts.length - before).filter((text) => text.endsWith('angekündigt'))).toHaveLength(1)
  await okan.call(deleteMessage, { params: { id: messageId } })
  for (const isAnnounced of [true, false])
    expect((await set(okan, isAnnounced)).premiere?.isAnnounced).toBe(true)
  // A later message of the room would come after a second announcement.
  await frieda.call(setUploadCards, { body: { isOn: true } })
  await addByForm(frieda, { albumTitel: 'Danach' })
  expect((await announced(mara)).card).toMatchObject({ kind: 'album' })
})
