import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { createKeyBatch, withdrawKeyBatch } from '@tonarchiv/contract/key-batches'
import { getOwnAccess } from '@tonarchiv/contract/own-access'
import type { Scope } from '@tonarchiv/contract/scope'
import { expect, test } from 'vitest'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function giveKey(
  app: TestApp,
  member: Awaited<ReturnType<TestApp['signIn']>>,
  scope: Scope,
  stayDays: number | null,
) {
  const admin = await app.signIn({ isAdmin: true })
  const { batch, keys } = await admin.call(createKeyBatch, {
    body: { count: 1, note: '', scope, maxUses: 1, expiresAt: null, stayDays },
  })
  const key = keys[0]?.key ?? ''
  await member.call(redeemAccessKey, { body: { key, uid: member.id } })
  const withdraw = async () =>
    admin.call(withdrawKeyBatch, { params: { id: batch.id }, body: { takesBack: true } })
  return { key, withdraw }
}

async function archiveOfThree() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const one = await addSampleAlbum(admin, { albumTitel: 'Eins', type: 'ep' })
  const two = await addSampleAlbum(admin, { albumTitel: 'Zwei', type: 'single' })
  await addSampleAlbum(admin, { albumTitel: 'Drei', type: 'album' })
  const mara = await app.signIn({ hasKey: false })
  const albums = (albumId: string): Scope => ({ kind: 'albums', albumIds: [albumId], hasVideos: false })
  return { app, admin, one, two, mara, albums }
}

test('a member reads what two keys open, and only the number of all albums', async () => {
  const { app, one, two, mara, albums } = await archiveOfThree()
  const first = await giveKey(app, mara, albums(one.albumId), null)
  const second = await giveKey(app, mara, albums(two.albumId), 10)
  const access = await mara.call(getOwnAccess, {})
  expect(access).toMatchObject({
    scope: { kind: 'albums', albumCount: 2, hasVideos: false },
    archiveTotal: 3,
    keys: [
      { key: second.key, scope: { albums: [{ title: 'Zwei' }] } },
      { key: first.key, endsAt: null },
    ],
    ended: null,
    withdrawn: null,
  })
  expect(JSON.stringify(access)).not.toContain('Drei')
})

test('what has ended is counted for seven days and never named', async () => {
  const { app, one, two, mara, albums } = await archiveOfThree()
  await giveKey(app, mara, albums(one.albumId), null)
  await giveKey(app, mara, albums(two.albumId), 3)
  app.passTime(4 * DAY_MS)
  const access = await (await app.anotherSession(mara)).call(getOwnAccess, {})
  expect(access).toMatchObject({ scope: { albumCount: 1 }, ended: { albumCount: 1 }, withdrawn: null })
  expect(JSON.stringify(access)).not.toContain('Zwei')
  app.passTime(7 * DAY_MS)
  const later = await app.anotherSession(mara)
  expect((await later.call(getOwnAccess, {})).ended).toBeNull()
})

test('a withdrawn key is named with the number of albums that it has closed', async () => {
  const { app, one, two, mara, albums } = await archiveOfThree()
  await giveKey(app, mara, albums(one.albumId), null)
  const { key, withdraw } = await giveKey(app, mara, albums(two.albumId), null)
  await withdraw()
  const access = await mara.call(getOwnAccess, {})
  expect(access).toMatchObject({ scope: { albumCount: 1 }, withdrawn: { key, albumCount: 1 } })
  expect(JSON.stringify(access)).not.toContain('Zwei')
})

test('members with the whole archive and admins have everything', async () => {
  const { app, admin } = await archiveOfThree()
  const whole = { scope: { kind: 'all', albumCount: 3, hasVideos: true }, archiveTotal: 3, ended: null }
  expect(await (await app.signIn()).call(getOwnAccess, {})).toMatchObject(whole)
  expect(await admin.call(getOwnAccess, {})).toMatchObject(whole)
  const guest = await app.signIn({ hasKey: false })
  expect(await guest.call(getOwnAccess, {})).toMatchObject({ scope: { albumCount: 0 }, keys: [] })
})
