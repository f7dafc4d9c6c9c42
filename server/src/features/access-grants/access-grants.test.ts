import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { getProfile } from '@tonarchiv/contract/users'
import { getAlbum, listAlbums, streamTrack } from '@tonarchiv/contract/catalog'
import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { changeUser } from '@tonarchiv/contract/admin'
import { type Scope, scopeAlbumGone } from '@tonarchiv/contract/scope'
import { urlOf } from '@tonarchiv/contract/route'
import { listVideos } from '@tonarchiv/contract/videos'
import { once } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { createAdminKeys } from '#features/access-keys/index.ts'
import { operator } from '#features/audit-log/index.ts'
import { addByForm } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import { grantScope, signInScoped } from '#testing/scoped-members.ts'
import { openStalledDownload } from '#testing/stalled-download.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'
import { accessOf, endGrantsOfKey, grantAccess, readScopes, storeScope, unionOf } from './index.ts'
import { findEndedAccounts } from './ended-accounts.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signIn']>>
let [longPlayer, single, other] = ['', '', '']

beforeEach(async () => {
  app = await startApp()
  admin = await app.signIn({ isAdmin: true })
  longPlayer = (await addByForm(admin, { albumTitel: 'Langspieler', releaseJahr: 1971 })).albumId
  single = (await addByForm(admin, { albumTitel: 'Kurzspieler', type: 'single', releaseJahr: 1972 })).albumId
  other = (await addByForm(admin, { albumTitel: 'Nebenspieler', type: 'ep', releaseJahr: 1973 })).albumId
})

type Reader = Awaited<ReturnType<TestApp['signIn']>>

async function titlesOf(reader: Reader): Promise<string[]> {
  return (await reader.call(listAlbums, { query: {} })).albums.map(({ albumTitel }) => albumTitel).toSorted()
}

test('a member with a scope finds its albums, with counts and years of these, and the number of all', async () => {
  // A member with the whole archive lists the albums first. If both members shared a cache, the next call would return
  // the same albums.
  await (await app.signIn()).call(listAlbums, { query: {} })
  const mara = await signInScoped(app, { kind: 'types', types: ['single', 'ep'], hasVideos: false })
  const page = await mara.call(listAlbums, { query: {} })
  expect(page).toMatchObject({ total: 2, archiveTotal: 3, years: [1973, 1972] })
  expect(page.counts).toMatchObject({ album: 0, single: 1, ep: 1 })
  const found = async (search: string) => (await mara.call(listAlbums, { query: { search } })).total
  expect([await found('spieler'), await found('Langspieler')]).toEqual([2, 0])
  expect(
    (await mara.call(listAlbums, { query: { search: 'spieler', limit: 1, offset: 1 } })).albums,
  ).toHaveLength(1)
  for (const albumTitel of ['Langspieler', longPlayer, 'Ausgedacht']) {
    const { status, body } = await mara.refusal(getAlbum, { params: { albumTitel } })
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  }
  expect(await titlesOf(await app.signIn())).toHaveLength(3)
})

test('a second key adds its scope, and what one key gave ends without the other', async () => {
  const { db, now } = app.services
  const mara = await signInScoped(app, { kind: 'albums', albumIds: [single], hasVideos: false })
  expect(await titlesOf(mara)).toEqual(['Kurzspieler'])
  const [key] = await createAdminKeys(app.services, operator, { count: 1, record: 'keys' })
  if (key === undefined) throw new Error('A key was made')
  const grant = async (accessKeyId: string | null, albumId: string) =>
    db.transaction().execute(async (trx) => {
      const scopeId = await storeScope(trx, { kind: 'albums', albumIds: [albumId], hasVideos: true })
      await grantAccess(trx, { userId: mara.id, scopeId, accessKeyId, grantedAt: now(), endsAt: null })
      return scopeId
    })
  const scopeId = await grant(key.id, longPlayer)
  expect(await titlesOf(mara)).toEqual(['Kurzspieler', 'Langspieler'])
  expect((await mara.call(listVideos, { query: {} })).total).toBe(0)
  expect((await readScopes(db, [scopeId])).get(scopeId)).toEqual({
    kind: 'albums',
    albumIds: [longPlayer],
    hasVideos: true,
  })
  const ended = await db.transaction().execute(async (trx) => endGrantsOfKey(trx, key.id, now()))
  expect(ended).toEqual([mara.id])
  expect(await titlesOf(mara)).toEqual(['Kurzspieler'])
})

test('a key of the whole archive opens everything for a member with a scope', async () => {
  const mara = await signInScoped(app, { kind: 'albums', albumIds: [single], hasVideos: false })
  const [made] = await createAdminKeys(app.services, operator, { count: 1, record: 'keys' })
  const keyValue = made?.keyValue ?? ''
  await mara.call(redeemAccessKey, { body: { key: keyValue, uid: mara.id } })
  const page = await mara.call(listAlbums, { query: {} })
  expect(page.total).toBe(3)
  expect(page.archiveTotal).toBeUndefined()
})

test('videos are closed unless a key includes them, also without any album', async () => {
  const { title } = await addVideoByForm(admin, { title: 'Probe im Keller' })
  const titlesFor = async (reader: Reader) =>
    (await reader.call(listVideos, { query: {} })).videos.map((video) => video.title)
  const mara = await signInScoped(app, { kind: 'all', hasVideos: false })
  expect([await titlesOf(mara), await titlesFor(mara)]).toEqual([
    ['Kurzspieler', 'Langspieler', 'Nebenspieler'],
    [],
  ])
  const tom = await signInScoped(app, { kind: 'albums', albumIds: [other], hasVideos: true })
  await admin.call(deleteAlbum, { params: { albumTitel: other } })
  expect([await titlesOf(tom), await titlesFor(tom)]).toEqual([[], [title]])
})

test('a scope of an album that does not exist is rejected', async () => {
  const { db } = app.services
  await admin.call(deleteAlbum, { params: { albumTitel: other } })
  const store = async () =>
    db
      .transaction()
      .execute(async (trx) =>
        storeScope(trx, { kind: 'albums', albumIds: [single, other], hasVideos: false }),
      )
  await expect(store()).rejects.toMatchObject({ refusal: scopeAlbumGone })
  const scopes = db.selectFrom('accessScopes').select('id').where('kind', '=', 'albums')
  expect(await scopes.execute()).toEqual([])
})

test('access ends at its time, for the gate at once and for lists of members soon', async () => {
  const endsAt = new Date(app.services.now().getTime() + HOUR_MS)
  const mara = await signInScoped(app, { kind: 'all', hasVideos: true }, { endsAt })
  expect(await titlesOf(mara)).toHaveLength(3)
  app.passTime(HOUR_MS + 1000)
  const file = 'egal.mp3'
  expect((await mara.refusal(streamTrack, { params: { file } })).body.code).toBe('KEY_REQUIRED')
  await findEndedAccounts(app.services)
  expect((await mara.call(getProfile, {})).user.keyVerified).toBe(false)
})

test('a member whose access an admin takes loses all that keys gave, and gets it back by a new key only', async () => {
  const { db, now } = app.services
  const mara = await app.signIn()
  await grantScope(app, mara, { kind: 'types', types: ['ep'], hasVideos: false })
  await admin.call(changeUser, { params: { id: mara.id }, body: { keyVerified: false } })
  expect(await accessOf(db, mara.id, now())).toMatchObject({ keyVerified: false })
  await grantScope(app, mara, { kind: 'types', types: ['ep'], hasVideos: false })
  expect(await titlesOf(mara)).toEqual(['Nebenspieler'])
})

test('scopes add up to everything only when one has all albums and one has videos', () => {
  const whole = { kind: 'all', hasVideos: false } as const
  const clips: Scope = { kind: 'types', types: ['ep'], hasVideos: true }
  expect(unionOf([whole, clips])).toBeUndefined()
  expect(unionOf([whole])).toMatchObject({ albums: 'all', hasVideos: false })
  expect(unionOf([clips, { kind: 'albums', albumIds: ['b', 'a'], hasVideos: false }])).toMatchObject({
    albums: { types: ['ep'], albumIds: ['a', 'b'] },
    hasVideos: true,
  })
})

/** Larger than all buffers between server and a client that does not read. */
const music = sample('cbr.mp3')
const longMusic = Buffer.concat(Array.from({ length: 2400 }, () => music.subarray(-12_000)))

test('access that ends in the middle of a stream ends it, whole or a range, in every process', async () => {
  const hub = memoryHub()
  const first = await startApp({}, { hub })
  const second = await startApp({}, { hub, beside: first })
  const owner = await first.signIn({ isAdmin: true })
  const album = await addByForm(owner, { tracks: [{ title: 'Endlos', file: longMusic }] })
  const scope: Scope = { kind: 'albums', albumIds: [album.albumId], hasVideos: false }
  const endsAt = new Date(first.services.now().getTime() + HOUR_MS)
  const member = await signInScoped(first, scope, { endsAt })
  const path = urlOf(streamTrack, { params: { file: album.tracks[0]?.file ?? '' } })
  const sockets = await Promise.all(
    [first, second].flatMap(({ address }) =>
      [{}, { range: 'bytes=1000-' }].map(async (part) =>
        openStalledDownload(address, path, member.token, part),
      ),
    ),
  )
  const closed = sockets.map(async (socket) => once(socket, 'close'))
  for (const one of [first, second]) one.passTime(2 * HOUR_MS)
  // The timers for the end of access do not follow the clock of the test. After any change of access a process sets its
  // timer again.
  first.services.events.emit('accessChanged', { userId: owner.id })
  for (const socket of sockets) socket.resume()
  await Promise.all(closed)
  for (const { bytesRead } of sockets) expect(bytesRead).toBeLessThan(longMusic.length / 2)
  const again = await first.fetch(path, { headers: { authorization: `Bearer ${member.token}` } })
  expect(again.status).toBe(403)
})

test('access that ends in the middle of a stream ends it by the clock, without any other event', async () => {
  const { db, events, now } = app.services
  const album = await addByForm(admin, { tracks: [{ title: 'Endlos', file: longMusic }] })
  const scope: Scope = { kind: 'albums', albumIds: [album.albumId], hasVideos: false }
  const member = await signInScoped(app, scope, { endsAt: new Date(now().getTime() + HOUR_MS) })
  const path = urlOf(streamTrack, { params: { file: album.tracks[0]?.file ?? '' } })
  const socket = await openStalledDownload(app.address, path, member.token)
  const closed = once(socket, 'close')
  let changedAt = 0
  events.on('accessChanged', ({ userId }) => {
    if (userId === member.id) changedAt = now().getTime()
  })
  const endsAt = new Date(now().getTime() + 1000)
  const grants = db.updateTable('accessGrants').where('userId', '=', member.id)
  await grants.set({ endsAt: endsAt.toISOString() }).execute()
  // Sets the timer, as for every new grant, and ends no stream of this member.
  events.emit('accessChanged', { userId: admin.id })
  // Earlier than the time after which the end is read again in any case.
  await vi.waitFor(() => expect(changedAt).toBeGreaterThanOrEqual(endsAt.getTime()), { timeout: 10_000 })
  socket.resume()
  await closed
  expect(socket.bytesRead).toBeLessThan(longMusic.length / 2)
})
