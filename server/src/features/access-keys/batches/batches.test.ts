import { listAuditEvents } from '@tonarchiv/contract/admin'
import { listAccessKeys, redeemAccessKey } from '@tonarchiv/contract/access-keys'
import {
  changeKeyBatch,
  createKeyBatch,
  getKeyBatch,
  type KeyOrder,
  listKeyBatches,
} from '@tonarchiv/contract/key-batches'
import { beforeEach, expect, test } from 'vitest'
import { redeemKey } from '#features/access-keys/index.ts'
import { newId } from '#platform/ids.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WHOLE = { kind: 'all', hasVideos: true } as const

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signIn']>>
beforeEach(async () => {
  app = await startApp()
  admin = await app.signIn({ username: 'frieda', isAdmin: true })
})

const order = (change: Partial<KeyOrder> = {}): KeyOrder => ({
  count: 1,
  note: '',
  scope: WHOLE,
  maxUses: 1,
  expiresAt: null,
  stayDays: null,
  ...change,
})
const create = async (change: Partial<KeyOrder> = {}) => admin.call(createKeyBatch, { body: order(change) })
const inDays = (days: number) => new Date(app.services.now().getTime() + days * DAY_MS).toISOString()
const texts = async () => (await admin.call(listAuditEvents, { query: {} })).acts.map(({ text }) => text)

async function redeem(key: string, username?: string) {
  const member = await app.signIn({ hasKey: false, ...(username === undefined ? {} : { username }) })
  await member.call(redeemAccessKey, { body: { key, uid: member.id } })
  return member
}

test('a batch holds its note, scope, uses, expiry, length of stay and who made it', async () => {
  const albums = await addPlayableAlbums(app, [
    { title: 'Messing', type: 'single', tracks: ['x'] },
    { title: 'Wintergarten', type: 'ep', tracks: ['x'] },
  ])
  const expiresAt = inDays(30)
  const { batch, keys } = await create({
    count: 12,
    note: 'Stadtteilfest, Stand am Brunnen',
    scope: { kind: 'albums', albumIds: albums.map(({ id }) => id), hasVideos: false },
    maxUses: 3,
    expiresAt,
    stayDays: 90,
  })
  expect(keys).toHaveLength(12)
  expect(batch).toMatchObject({
    note: 'Stadtteilfest, Stand am Brunnen',
    scope: { kind: 'albums', hasVideos: false, albumCount: 2 },
    maxUses: 3,
    expiresAt,
    stayDays: 90,
    isInvitation: false,
    madeBy: { username: 'frieda' },
    keyCount: 12,
    uses: 0,
    counts: { available: 12, used: 0, expired: 0, withdrawn: 0 },
    key: null,
  })
  expect(batch.scope.albums.map(({ title }) => title).toSorted()).toEqual(['Messing', 'Wintergarten'])
  expect((await admin.call(getKeyBatch, { params: { id: batch.id } })).keys).toEqual(keys)
  expect((await texts()).slice(0, 1)).toEqual([
    '12 Zugangsschlüssel („Stadtteilfest, Stand am Brunnen“) generiert',
  ])
})

test('a list is filtered by status and searched by key, note and person, with the counts of each status', async () => {
  const open = await create({ count: 2, note: 'Größe XL' })
  const used = await create({ note: 'Familie' })
  await redeem(used.batch.key ?? '', 'tonkopf')
  const expired = await create({ expiresAt: inDays(1) })
  app.passTime(2 * DAY_MS)
  admin = await app.signIn({ username: 'mila', isAdmin: true })
  const find = async (query: { status?: 'available' | 'used' | 'expired'; q?: string }) => {
    const { batches, counts, total } = await admin.call(listKeyBatches, { query })
    expect(total).toBe(batches.length)
    return { ids: batches.map(({ id }) => id), counts }
  }
  const counts = { available: 2, used: 1, expired: 1, withdrawn: 0 }
  expect(await find({})).toEqual({ ids: [expired.batch.id, used.batch.id, open.batch.id], counts })
  expect(await find({ status: 'available' })).toEqual({ ids: [open.batch.id], counts })
  expect(await find({ status: 'expired' })).toEqual({ ids: [expired.batch.id], counts })
  expect((await find({ q: 'groesse' })).ids).toEqual([])
  expect((await find({ q: 'grosse xl' })).ids).toEqual([open.batch.id])
  expect((await find({ q: 'Tonko' })).ids).toEqual([used.batch.id])
  expect((await find({ q: used.batch.key ?? '' })).ids).toEqual([used.batch.id])
  expect((await find({ q: 'frieda' })).ids).toHaveLength(3)
  expect((await find({ q: '%' })).ids).toEqual([])
  expect(await find({ q: 'familie', status: 'available' })).toEqual({
    ids: [],
    counts: { available: 0, used: 1, expired: 0, withdrawn: 0 },
  })
})

test.each([20, 500])(
  'of 501 members who redeem a key with %i uses at once exactly as many succeed',
  async (maxUses) => {
    const { batch } = await create({ maxUses })
    const key = batch.key ?? ''
    const { db, now } = app.services
    const ids = Array.from({ length: 501 }, () => newId())
    const createdAt = now().toISOString()
    await db
      .insertInto('users')
      .values(
        ids.map((id) => {
          const username = `gast-${id}`
          return { id, username, email: `${username}@beispiel.de`, passwordHash: '', createdAt }
        }),
      )
      .execute()
    const answers = await Promise.allSettled(ids.map((id) => redeemKey(app.services, id, key)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxUses)
    const { keys } = await admin.call(getKeyBatch, { params: { id: batch.id } })
    expect(keys).toMatchObject([{ uses: maxUses, status: 'used' }])
    const keyId = keys[0]?.id ?? ''
    for (const table of ['accessGrants', 'accessKeyUses'] as const) {
      const rows = await db.selectFrom(table).select('userId').where('accessKeyId', '=', keyId).execute()
      expect(new Set(rows.map(({ userId }) => userId)).size).toBe(maxUses)
    }
  },
)

test('a member redeems a key once, also with several requests at once, and it counts once', async () => {
  const { batch } = await create({ maxUses: 5, scope: { kind: 'types', types: ['ep'], hasVideos: false } })
  const mara = await app.signIn({ hasKey: false })
  const body = { key: batch.key ?? '', uid: mara.id }
  const answers = await Promise.allSettled([1, 2, 3].map(() => mara.call(redeemAccessKey, { body })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await mara.refusal(redeemAccessKey, { body })).body).toMatchObject({
    code: 'ACCESS_KEY_REDEEMED',
    error: 'Diesen Zugangsschlüssel hast du schon eingelöst',
  })
  expect((await admin.call(getKeyBatch, { params: { id: batch.id } })).batch.uses).toBe(1)
})

test('an expired key does not open anything, and says of itself no more than an unknown one', async () => {
  const { batch } = await create({ expiresAt: inDays(1) })
  app.passTime(DAY_MS)
  const mara = await app.signIn({ hasKey: false })
  const { body } = await mara.refusal(redeemAccessKey, { body: { key: batch.key ?? '', uid: mara.id } })
  expect(body.code).toBe('ACCESS_KEY_INVALID')
})

test('the list of before has every key that is not withdrawn, used when nothing is left of it', async () => {
  const { batch } = await create({ maxUses: 2 })
  await redeem(batch.key ?? '', 'mara')
  const before = async () => (await admin.call(listAccessKeys, { query: {} })).accessKeys
  expect(await before()).toMatchObject([{ key_value: batch.key, used: false, used_by_username: 'mara' }])
  await redeem(batch.key ?? '', 'tom')
  expect(await before()).toMatchObject([{ key_value: batch.key, used: true, used_by_username: 'tom' }])
})

test('note and expiry of a batch change for all its keys, and the change is recorded', async () => {
  const { batch } = await create({ count: 2, note: 'Fest' })
  const params = { id: batch.id }
  const expiresAt = inDays(10)
  const changed = await admin.call(changeKeyBatch, { params, body: { note: 'Sommerfest', expiresAt } })
  expect(changed.batch).toMatchObject({ note: 'Sommerfest', expiresAt, keyCount: 2 })
  const found = await admin.call(listKeyBatches, { query: { q: 'sommer' } })
  expect(found.counts.available).toBe(2)
  const { batch: again } = await admin.call(changeKeyBatch, { params, body: { note: '', expiresAt: null } })
  expect(again).toMatchObject({ note: null, expiresAt: null })
  expect((await texts()).slice(0, 4)).toEqual([
    '2 Zugangsschlüssel: einlösbar ohne Ende',
    'Notiz von 2 Zugangsschlüsseln entfernt',
    expect.stringMatching(/^2 Zugangsschlüssel: einlösbar bis \d\d\.\d\d\.\d{4}$/),
    'Notiz von 2 Zugangsschlüsseln geändert: „Sommerfest“',
  ])
  const past = await admin.refusal(changeKeyBatch, { params, body: { expiresAt: inDays(-1) } })
  expect(past.body).toMatchObject({ code: 'KEY_EXPIRY_PAST', error: 'Dieses Datum ist schon vorbei.' })
  expect((await admin.refusal(changeKeyBatch, { params: { id: 'nichts' }, body: {} })).status).toBe(404)
})

test('orders outside the limits are rejected in German, and make no key', async () => {
  const wrong: [Record<string, unknown>, string, string][] = [
    [{ count: 0 }, 'count', 'Zwischen 1 und 100.'],
    [{ count: 101 }, 'count', 'Zwischen 1 und 100.'],
    [{ maxUses: 0 }, 'maxUses', 'Zwischen 1 und 500.'],
    [{ maxUses: 501 }, 'maxUses', 'Zwischen 1 und 500.'],
    [{ note: 'x'.repeat(201) }, 'note', 'Höchstens 200 Zeichen sind erlaubt'],
    [{ stayDays: 0 }, 'stayDays', 'Zwischen 1 und 3650.'],
    [{ expiresAt: 'morgen' }, 'expiresAt', 'Bitte gib ein Datum an'],
  ]
  for (const [change, field, text] of wrong) {
    const { status, body } = await admin.refusal(createKeyBatch, { body: { ...order(), ...change } })
    expect([status, body.fields?.[field]]).toEqual([400, text])
  }
  const past = await admin.refusal(createKeyBatch, { body: order({ expiresAt: inDays(-1) }) })
  expect(past.body.code).toBe('KEY_EXPIRY_PAST')
  const gone = { kind: 'albums' as const, albumIds: ['nichts'], hasVideos: false }
  const missing = await admin.refusal(createKeyBatch, { body: order({ scope: gone }) })
  expect([missing.status, missing.body.code]).toEqual([409, 'SCOPE_ALBUM_GONE'])
  expect((await admin.call(listKeyBatches, { query: {} })).total).toBe(0)
})

test('a key whose chosen albums were deleted opens nothing more, and can still be redeemed', async () => {
  const [album] = await addPlayableAlbums(app, [{ title: 'Messing', tracks: ['x'] }])
  const { batch } = await create({
    scope: { kind: 'albums', albumIds: [album?.id ?? ''], hasVideos: true },
  })
  await app.services.db
    .deleteFrom('albums')
    .where('id', '=', album?.id ?? '')
    .execute()
  const { batch: empty } = await admin.call(getKeyBatch, { params: { id: batch.id } })
  expect(empty.scope).toMatchObject({ kind: 'albums', albumCount: 0, albums: [] })
  const mara = await redeem(batch.key ?? '')
  const grants = await app.services.db
    .selectFrom('accessGrants')
    .select('scopeId')
    .where('userId', '=', mara.id)
    .execute()
  expect(grants).toHaveLength(1)
})

test('an admin makes at most 120 keys an hour, over all batches', async () => {
  app = await startApp({ rateLimitFactor: 1 })
  admin = await app.signIn({ isAdmin: true })
  await create({ count: 100 })
  expect((await admin.refusal(createKeyBatch, { body: order({ count: 21 }) })).status).toBe(429)
})
