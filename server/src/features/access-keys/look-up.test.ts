import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { createKeyBatch, type KeyOrder, withdrawKeyBatch } from '@tonarchiv/contract/key-batches'
import { lookUpKey } from '@tonarchiv/contract/key-offers'
import { expect, test } from 'vitest'
import { storeScope } from '#features/access-grants/index.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { createKeys } from './index.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function archiveWithKey(change: Partial<KeyOrder> = {}, rateLimitFactor?: number) {
  const app = await startApp(rateLimitFactor === undefined ? {} : { rateLimitFactor })
  const admin = await app.signIn({ username: 'frieda', isAdmin: true })
  const order: KeyOrder = {
    count: 1,
    note: 'geheime Notiz',
    scope: { kind: 'all', hasVideos: true },
    maxUses: 1,
    expiresAt: null,
    stayDays: null,
    ...change,
  }
  const { batch } = await admin.call(createKeyBatch, { body: order })
  return { app, admin, batch, params: { key: batch.key ?? '' } }
}

async function invitation(app: TestApp) {
  const mila = await app.signIn({ username: 'mila' })
  const albums = await addPlayableAlbums(app, [
    { title: 'Messing', type: 'single', tracks: ['x'] },
    { title: 'Wintergarten', type: 'ep', tracks: ['x'] },
  ])
  const { db, now } = app.services
  const [key] = await db.transaction().execute(async (trx) =>
    createKeys(trx, now(), {
      count: 1,
      words: 'Fahr nicht ohne Musik.',
      isInvitation: true,
      madeBy: mila.id,
      scopeId: await storeScope(trx, {
        kind: 'albums',
        albumIds: albums.map(({ id }) => id),
        hasVideos: false,
      }),
      stayDays: 90,
    }),
  )
  return { key: key?.keyValue ?? '' }
}

test('without login a link shows who invites, the words and the kind of scope, and nothing of the archive', async () => {
  const app = await startApp()
  const params = await invitation(app)
  const answer = await app.call(lookUpKey, { params })
  expect(answer).toEqual({
    state: 'open',
    offer: {
      key: params.key,
      scope: { kind: 'albums', types: [], hasVideos: false, albumCount: 2 },
      stayDays: 90,
      expiresAt: null,
      inviter: { displayName: 'mila', photoURL: null },
      words: 'Fahr nicht ohne Musik.',
      gain: null,
    },
  })
  const unverified = await app.signIn({ emailVerified: false, hasKey: false })
  expect(await unverified.call(lookUpKey, { params })).toEqual(answer)
})

test('the number of albums of a type or of the archive, the note and the admin are not shown without login', async () => {
  const { app, params } = await archiveWithKey({ scope: { kind: 'types', types: ['ep'], hasVideos: true } })
  await addPlayableAlbums(app, [{ title: 'Wintergarten', type: 'ep', tracks: ['x'] }])
  const answer = await app.call(lookUpKey, { params })
  expect(answer).toMatchObject({
    offer: { scope: { kind: 'types', types: ['ep'], albumCount: null }, inviter: null, words: null },
  })
  expect(JSON.stringify(answer)).not.toMatch(/geheime|frieda|Wintergarten/)
})

test('after login a link shows what the key adds to what the member has', async () => {
  const app = await startApp()
  const params = await invitation(app)
  const admin = await app.signIn({ isAdmin: true })
  const { batch } = await admin.call(createKeyBatch, {
    body: {
      count: 1,
      note: '',
      scope: { kind: 'types', types: ['ep'], hasVideos: false },
      maxUses: 1,
      expiresAt: null,
      stayDays: null,
    },
  })
  const lene = await app.signIn({ hasKey: false })
  await lene.call(redeemAccessKey, { body: { key: batch.key ?? '', uid: lene.id } })
  expect(await lene.call(lookUpKey, { params })).toMatchObject({
    state: 'open',
    offer: {
      scope: { albumCount: 2 },
      gain: {
        albumCount: 1,
        hasEverything: false,
        newAlbums: 1,
        addsVideos: false,
        newSleeves: [{ title: 'Messing' }],
        openSleeves: [{ title: 'Wintergarten' }],
      },
    },
  })
  await lene.call(redeemAccessKey, { body: { key: params.key, uid: lene.id } })
  expect(await lene.call(lookUpKey, { params })).toEqual({ state: 'redeemed' })
})

test('expired and used keys say so, wrong and withdrawn ones read alike', async () => {
  const { app, admin, batch, params } = await archiveWithKey({
    maxUses: 1,
    expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
  })
  const mara = await app.signIn({ hasKey: false })
  app.passTime(2 * DAY_MS)
  const expired = await app.call(lookUpKey, { params })
  expect(expired).toEqual({ state: 'expired', expiresAt: batch.expiresAt })

  const used = await archiveWithKey()
  const tom = await used.app.signIn({ hasKey: false })
  await tom.call(redeemAccessKey, { body: { key: used.params.key, uid: tom.id } })
  expect(await used.app.call(lookUpKey, { params: used.params })).toEqual({ state: 'used', maxUses: 1 })
  await used.admin.call(withdrawKeyBatch, { params: { id: used.batch.id }, body: { takesBack: false } })
  const texts = []
  for (const key of [used.params.key, 'AA-AAAA-AAAA', 'quatsch']) {
    const { status, body } = await used.app.refusal(lookUpKey, { params: { key } })
    texts.push([status, body.code, body.error])
  }
  expect(new Set(texts.map((text) => JSON.stringify(text)))).toEqual(
    new Set([JSON.stringify([404, 'KEY_UNKNOWN', 'Dieser Schlüssel passt nicht'])]),
  )
  expect([mara.username, admin.username]).toHaveLength(2)
})

test('looking up is no way to guess: it counts with the attempts to redeem, by account and by subnet', async () => {
  const { app, params } = await archiveWithKey({}, 1)
  const mara = await app.signIn({ hasKey: false })
  const wrong = { params: { key: 'AA-AAAA-AAAA' } }
  for (let count = 0; count < 10; count += 1) expect((await mara.refusal(lookUpKey, wrong)).status).toBe(404)
  const body = { key: params.key, uid: mara.id }
  expect((await mara.refusal(redeemAccessKey, { body })).status).toBe(429)
  for (let count = 0; count < 19; count += 1) expect((await app.refusal(lookUpKey, wrong)).status).toBe(404)
  expect((await app.refusal(lookUpKey, { params })).status).toBe(429)
})

test('a link that fits is opened as often as one likes', async () => {
  const { app, params } = await archiveWithKey({}, 1)
  for (let count = 0; count < 40; count += 1)
    expect((await app.call(lookUpKey, { params })).state).toBe('open')
})
