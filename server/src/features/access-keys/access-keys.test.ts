import {
  generateAccessKey,
  generateAccessKeys,
  listAccessKeys,
  redeemAccessKey,
  withdrawAccessKey,
} from '@tonarchiv/contract/access-keys'
import { getProfile } from '@tonarchiv/contract/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/start-app.ts'

async function newKey(app: TestApp): Promise<string> {
  const admin = await app.signIn({ isAdmin: true })
  return (await admin.call(generateAccessKey, {})).accessKey.key_value
}

test('an admin creates a key, a member redeems it, and the list shows by whom', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { accessKey } = await admin.call(generateAccessKey, {})
  expect(accessKey).toMatchObject({ used: false, used_by_username: null, used_at: null })
  expect(accessKey.key_value).toMatch(/^[A-Z0-9]{2}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)

  const mara = await app.signIn({ hasKey: false })
  const { user } = await mara.call(redeemAccessKey, { body: { key: accessKey.key_value, uid: mara.id } })
  expect(user.keyVerified).toBe(true)
  expect((await mara.call(getProfile, {})).user.keyVerified).toBe(true)

  const { accessKeys, total } = await admin.call(listAccessKeys, { query: {} })
  expect(total).toBe(1)
  expect(accessKeys[0]).toMatchObject({ id: accessKey.id, used: true, used_by_username: mara.username })
})

test('of fifty members who redeem one key at the same time exactly one succeeds', async () => {
  const app = await startApp()
  const key = await newKey(app)
  const people = await Promise.all(Array.from({ length: 50 }, () => app.signIn({ hasKey: false })))
  const answers = await Promise.allSettled(
    people.map((one) => one.call(redeemAccessKey, { body: { key, uid: one.id } })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const verified = await app.services.db
    .selectFrom('users')
    .select('id')
    .where('keyVerified', '=', 1)
    .where('isAdmin', '=', 0)
    .execute()
  const used = await app.services.db.selectFrom('accessKeyUses').select('userId').execute()
  expect(verified.map(({ id }) => id)).toEqual(used.map(({ userId }) => userId))
})

test('wrong, malformed, used and withdrawn keys get the same response', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const used = await newKey(app)
  const first = await app.signIn({ hasKey: false })
  await first.call(redeemAccessKey, { body: { key: used, uid: first.id } })
  const { accessKey: withdrawn } = await admin.call(generateAccessKey, {})
  await admin.call(withdrawAccessKey, { params: { id: withdrawn.id } })

  const mara = await app.signIn({ hasKey: false })
  for (const key of ['AA-AAAA-AAAA', 'quatsch', '', 'x'.repeat(65), used, withdrawn.key_value]) {
    const { status, body } = await mara.refusal(redeemAccessKey, { body: { key, uid: mara.id } })
    expect([status, body.error, body.code]).toEqual([
      400,
      'Ungültiger oder bereits verwendeter Zugangsschlüssel',
      'ACCESS_KEY_INVALID',
    ])
  }
})

test('a page of a list has a hundred entries at most, also when more are requested', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  for (let count = 0; count < 3; count += 1) await admin.call(generateAccessKeys, { body: { count: 50 } })
  for (const [limit, length] of [
    [99, 99],
    [100, 100],
    [101, 100],
    [1_000_000, 100],
  ] as const) {
    const page = await admin.call(listAccessKeys, { query: { limit } })
    expect([page.accessKeys.length, page.total]).toEqual([length, 150])
  }
})

test('a member cannot redeem a key for another account', async () => {
  const app = await startApp()
  const key = await newKey(app)
  const [mara, tom] = [await app.signIn({ hasKey: false }), await app.signIn({ hasKey: false })]
  expect((await mara.refusal(redeemAccessKey, { body: { key, uid: tom.id } })).status).toBe(403)
  await mara.call(redeemAccessKey, { body: { key: key.toLowerCase(), uid: mara.id } })
})

test('an account with access does not use up another key', async () => {
  const app = await startApp()
  const key = await newKey(app)
  const mara = await app.signIn({ hasKey: true })
  await mara.call(redeemAccessKey, { body: { key, uid: mara.id } })
  const tom = await app.signIn({ hasKey: false })
  await tom.call(redeemAccessKey, { body: { key, uid: tom.id } })
})

test('a used key cannot be withdrawn, an unknown one is not found', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { accessKey } = await admin.call(generateAccessKey, {})
  const mara = await app.signIn({ hasKey: false })
  await mara.call(redeemAccessKey, { body: { key: accessKey.key_value, uid: mara.id } })
  expect((await admin.refusal(withdrawAccessKey, { params: { id: accessKey.id } })).status).toBe(409)
  expect((await admin.refusal(withdrawAccessKey, { params: { id: 'nichts' } })).status).toBe(404)
})

test('guessing keys is rate-limited', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const mara = await app.signIn({ hasKey: false })
  const body = { key: 'AA-AAAA-AAAA', uid: mara.id }
  for (let count = 0; count < 10; count += 1)
    expect((await mara.refusal(redeemAccessKey, { body })).status).toBe(400)
  expect((await mara.refusal(redeemAccessKey, { body })).status).toBe(429)
})

test('each act of an admin is recorded, and the record cannot be changed', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { accessKey } = await admin.call(generateAccessKey, {})
  const { db } = app.services
  const acts = await db.selectFrom('adminActs').selectAll().execute()
  expect(acts).toMatchObject([
    { actorId: admin.id, sessionId: admin.sessionId, action: 'access-key.make', target: accessKey.id },
  ])
  await expect(db.updateTable('adminActs').set({ actorId: 'jemand' }).execute()).rejects.toThrow(
    /append-only/,
  )
  await expect(db.deleteFrom('adminActs').execute()).rejects.toThrow(/append-only/)
})

test('a rejected call of an admin route is recorded, twenty times an hour per account at most', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  for (let count = 0; count < 25; count += 1) expect((await mara.refusal(generateAccessKey)).status).toBe(403)
  const acts = await app.services.db.selectFrom('adminActs').selectAll().execute()
  expect(acts).toHaveLength(20)
  expect(acts[0]).toMatchObject({
    actorId: mara.id,
    sessionId: mara.sessionId,
    action: 'refused',
    target: 'POST /api/generate-access-key',
  })
})

test('an act and its record are committed together or not at all', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { db } = app.services
  const { accessKey } = await admin.call(generateAccessKey, {})
  await sql`drop table admin_acts`.execute(db)
  expect((await admin.refusal(generateAccessKey)).status).toBe(500)
  expect((await admin.refusal(withdrawAccessKey, { params: { id: accessKey.id } })).status).toBe(500)
  const keys = await db.selectFrom('accessKeys').select('id').execute()
  expect(keys).toEqual([{ id: accessKey.id }])
})

test('two hundred acts at once leave two hundred records', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  await Promise.all(Array.from({ length: 200 }, () => admin.call(generateAccessKey, {})))
  const acts = await app.services.db.selectFrom('adminActs').select('target').execute()
  expect(new Set(acts.map(({ target }) => target)).size).toBe(200)
})
