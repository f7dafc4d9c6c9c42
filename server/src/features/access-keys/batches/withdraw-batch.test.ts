import { once } from 'node:events'
import { listAuditEvents } from '@tonarchiv/contract/admin'
import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { streamTrack } from '@tonarchiv/contract/catalog'
import {
  createKeyBatch,
  getKeyBatch,
  type KeyOrder,
  previewWithdrawal,
  withdrawKeyBatch,
} from '@tonarchiv/contract/key-batches'
import { urlOf } from '@tonarchiv/contract/route'
import { getProfile } from '@tonarchiv/contract/users'
import { beforeEach, expect, test } from 'vitest'
import { accessOf } from '#features/access-grants/index.ts'
import { withdrawKey } from '#features/access-keys/index.ts'
import { addByForm } from '#testing/album-forms.ts'
import { enlargeTrack } from '#testing/enlarge-track.ts'
import { eventually } from '#testing/eventually.ts'
import { queryOf, type RestApp, startRestApp } from '#testing/opensubsonic/rest-app.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { openStalledDownload } from '#testing/stalled-download.ts'
import type { TestApp } from '#testing/start-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WHOLE = { kind: 'all', hasVideos: true } as const

type Member = Awaited<ReturnType<TestApp['signIn']>>

let app: RestApp
let admin: Member
let albumIds: string[]
beforeEach(async () => {
  app = await startRestApp()
  admin = await app.signIn({ username: 'frieda', isAdmin: true })
  const added = await addPlayableAlbums(
    app,
    ['Papierflieger', 'Messing', 'Wintergarten', 'Feierabendverkehr'].map((title, index) => ({
      title,
      type: index === 2 ? ('ep' as const) : ('single' as const),
      tracks: ['x'],
    })),
  )
  albumIds = added.map(({ id }) => id)
})

async function create(change: Partial<KeyOrder> = {}) {
  const order = { count: 1, note: '', scope: WHOLE, maxUses: 5, expiresAt: null, stayDays: null }
  const { batch, keys } = await admin.call(createKeyBatch, { body: { ...order, ...change } })
  return { id: batch.id, params: { id: batch.id }, keys: keys.map(({ key }) => key) }
}
const redeem = async (member: Member, key = '') =>
  member.call(redeemAccessKey, { body: { key, uid: member.id } })
const guest = async (username: string) => app.signIn({ username, hasKey: false })
const access = async (member: Member) => accessOf(app.services.db, member.id, app.services.now())
const texts = async () => (await admin.call(listAuditEvents, { query: {} })).acts.map(({ text }) => text)

test('before it acts, a withdrawal shows for each person what is lost and what stays, most loss first', async () => {
  const batch = await create({
    count: 3,
    maxUses: 1,
    note: 'Stadtteilfest',
    scope: { kind: 'albums', albumIds, hasVideos: false },
  })
  const eps = await create({ scope: { kind: 'types', types: ['ep'], hasVideos: false } })
  const both = await create({ scope: { kind: 'types', types: ['ep', 'single'], hasVideos: false } })
  const [lene, okan, tonkopf] = [await guest('lene'), await guest('okan'), await guest('tonkopf')]
  for (const [index, member] of [lene, okan, tonkopf].entries()) await redeem(member, batch.keys[index])
  await redeem(lene, eps.keys[0])
  await redeem(okan, both.keys[0])

  const preview = await admin.call(previewWithdrawal, { params: batch.params })
  expect(preview.people).toBe(3)
  expect(preview.losses).toMatchObject([
    { person: { username: 'tonkopf' }, before: { albumCount: 4 }, after: { albumCount: 0 }, keeps: [] },
    {
      person: { username: 'lene' },
      before: { albumCount: 4, hasAll: false },
      after: { albumCount: 1 },
      keeps: [{ scope: { kind: 'types', types: ['ep'] }, key: eps.keys[0] }],
    },
    { person: { username: 'okan' }, before: { albumCount: 4 }, after: { albumCount: 4 } },
  ])
  expect((await access(tonkopf)).keyVerified).toBe(true)

  const answer = await admin.call(withdrawKeyBatch, { params: batch.params, body: { takesBack: true } })
  expect(answer).toEqual({ keys: 3, people: 2 })
  expect((await access(tonkopf)).keyVerified).toBe(false)
  expect((await tonkopf.call(getProfile, {})).user.keyVerified).toBe(false)
  expect((await access(lene)).scope).toMatchObject({
    albums: { types: ['ep'], albumIds: [] },
    hasVideos: false,
  })
  expect((await texts()).slice(0, 4).toSorted()).toEqual([
    '3 Zugangsschlüssel („Stadtteilfest“) zurückgezogen und 3 Personen den Zugang daraus genommen',
    '„lene“ den Zugang aus 3 Zugangsschlüsseln („Stadtteilfest“) genommen',
    '„okan“ den Zugang aus 3 Zugangsschlüsseln („Stadtteilfest“) genommen',
    '„tonkopf“ den Zugang aus 3 Zugangsschlüsseln („Stadtteilfest“) genommen',
  ])
})

test('a withdrawal that only locks leaves what the keys gave, which can be taken back later', async () => {
  const batch = await create()
  const mara = await guest('mara')
  await redeem(mara, batch.keys[0])
  const lock = await admin.call(withdrawKeyBatch, { params: batch.params, body: { takesBack: false } })
  expect(lock).toEqual({ keys: 1, people: 0 })
  expect(await access(mara)).toEqual({ keyVerified: true, scope: undefined, endsAt: null })
  const tom = await guest('tom')
  const refused = await tom.refusal(redeemAccessKey, { body: { key: batch.keys[0], uid: tom.id } })
  expect(refused.body.code).toBe('ACCESS_KEY_INVALID')
  const taken = await admin.call(withdrawKeyBatch, { params: batch.params, body: { takesBack: true } })
  expect(taken).toEqual({ keys: 0, people: 1 })
  expect((await access(mara)).keyVerified).toBe(false)
})

/** A song that is being sent to a member twice: to the web app and to another app. */
async function sendTwice(member: Member, id: string, file: string) {
  const client = app.clientOf(member)
  // The API key is stored now.
  await client.call('ping')
  const query = queryOf({ v: '1.16.1', c: 'test', ...client.credentials, id })
  return Promise.all(
    [urlOf(streamTrack, { params: { file } }), `/rest/stream?${query}`].map(async (path) =>
      openStalledDownload(app.address, path, member.token),
    ),
  )
}

test('a withdrawal that takes access back ends streams, also of other apps, and one that only locks does not', async () => {
  const [track] = (await addByForm(admin, { tracks: ['Endlos'] })).tracks
  const id = track?.id ?? ''
  await enlargeTrack(app, id)
  const { sizeBytes } = await app.services.db
    .selectFrom('tracks')
    .select('sizeBytes')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const size = sizeBytes ?? 0
  const batch = await create()
  const mara = await guest('mara')
  await redeem(mara, batch.keys[0])
  const kept = await sendTwice(mara, id, track?.file ?? '')
  await admin.call(withdrawKeyBatch, { params: batch.params, body: { takesBack: false } })
  for (const socket of kept) socket.resume()
  await eventually(() => {
    for (const { bytesRead } of kept) expect(bytesRead).toBeGreaterThan(size)
  })

  const cut = await sendTwice(mara, id, track?.file ?? '')
  const closed = cut.map(async (socket) => once(socket, 'close'))
  await admin.call(withdrawKeyBatch, { params: batch.params, body: { takesBack: true } })
  for (const socket of cut) socket.resume()
  await Promise.all(closed)
  for (const { bytesRead } of cut) expect(bytesRead).toBeLessThan(size / 2)
})

test('an admin who redeemed a key loses nothing with it', async () => {
  const batch = await create()
  const other = await app.signIn({ username: 'mila', isAdmin: true, hasKey: false })
  await redeem(other, batch.keys[0])
  expect((await admin.call(previewWithdrawal, { params: batch.params })).people).toBe(0)
})

test('of two admins who withdraw a batch at once the second is rejected', async () => {
  const batch = await create({ count: 5 })
  const second = await app.signIn({ isAdmin: true })
  const body = { takesBack: true }
  const answers = await Promise.allSettled(
    [admin, second].map((one) => one.call(withdrawKeyBatch, { params: batch.params, body })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { body: refused } = await second.refusal(withdrawKeyBatch, { params: batch.params, body })
  expect(refused.code).toBe('KEYS_WITHDRAWN')
  expect((await texts()).filter((text) => text.includes('zurückgezogen'))).toEqual([
    '5 Zugangsschlüssel zurückgezogen',
  ])
})

test('no access is left of a key that is redeemed while it is withdrawn', async () => {
  const batch = await create({ maxUses: 30 })
  const people = await Promise.all(Array.from({ length: 30 }, () => app.signIn({ hasKey: false })))
  const attempts = people.map(async (one, index) => {
    if (index === 15) await admin.call(withdrawKeyBatch, { params: batch.params, body: { takesBack: true } })
    return redeem(one, batch.keys[0])
  })
  await Promise.allSettled(attempts)
  for (const one of people) expect((await access(one)).keyVerified).toBe(false)
  const { batch: after } = await admin.call(getKeyBatch, { params: batch.params })
  expect(after.counts).toEqual({ available: 0, used: 0, expired: 0, withdrawn: 1 })
})

test('a second key adds its scope, and each part ends with its own length of stay', async () => {
  const eps = await create({ scope: { kind: 'types', types: ['ep'], hasVideos: false }, stayDays: 30 })
  const chosen = await create({ scope: { kind: 'albums', albumIds: albumIds.slice(0, 1), hasVideos: true } })
  const mara = await guest('mara')
  await redeem(mara, eps.keys[0])
  await redeem(mara, chosen.keys[0])
  const both = { types: ['ep'], albumIds: albumIds.slice(0, 1) }
  expect((await access(mara)).scope).toMatchObject({ albums: both, hasVideos: true })
  app.passTime(30 * DAY_MS)
  expect((await access(mara)).scope).toMatchObject({ albums: { ...both, types: [] }, hasVideos: true })
})

test('a single key of a batch is withdrawn with what it gave, and the others stay', async () => {
  const batch = await create({ count: 2, maxUses: 1 })
  const [mara, tom] = [await guest('mara'), await guest('tom')]
  await redeem(mara, batch.keys[0])
  const { keys } = await admin.call(getKeyBatch, { params: batch.params })
  const id = keys.find(({ key }) => key === batch.keys[0])?.id ?? ''
  const { db, now } = app.services
  const withdraw = async (keyId: string) =>
    db.transaction().execute(async (trx) => withdrawKey(trx, db.kind, now(), { id: keyId, takesBack: true }))
  expect((await withdraw(id))?.userIds).toEqual([mara.id])
  expect(await withdraw('nichts')).toBeUndefined()
  expect((await access(mara)).keyVerified).toBe(false)
  await redeem(tom, batch.keys[1])
  expect((await access(tom)).keyVerified).toBe(true)
})
