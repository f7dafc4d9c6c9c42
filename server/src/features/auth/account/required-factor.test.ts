import { listAccessKeys } from '@tonarchiv/contract/access-keys'
import { login } from '@tonarchiv/contract/auth'
import {
  loginWithPasskey,
  readFactors,
  readSecondFactor,
  removeAuthenticator,
  removePasskey,
  startPasskeyLogin,
} from '@tonarchiv/contract/factors'
import { listAlbumMarks } from '@tonarchiv/contract/catalog'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addByForm } from '#testing/album-forms.ts'
import { confirmed, newAuthenticator, newPasskey, startLogin } from '#testing/second-factor.ts'
import { eventually } from '#testing/eventually.ts'
import { readerOf } from '#features/notifications/index.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { startRestApp } from '#testing/opensubsonic/rest-app.ts'
import { grantScope } from '#testing/scoped-members.ts'
import { startApp } from '#testing/start-app.ts'
import { emailTo } from '#testing/emails.ts'
import { resetFactors } from './factors.ts'

const Albums = z.object({ album: z.array(z.looseObject({ name: z.string() })) })
const LACKING = { status: 403, body: { code: 'ADMIN_FACTOR_REQUIRED' } }

test('where the operator requires it, an admin without a second factor can only set one up', async () => {
  const app = await startApp({ adminsNeedFactor: true })
  const admin = await app.signIn({ isAdmin: true, hasKey: false })
  expect(await admin.refusal(listAccessKeys, { query: {} })).toMatchObject(LACKING)
  expect(await admin.refusal(listAlbumMarks, { query: { sort: 'title' } })).toMatchObject(LACKING)
  await admin.call(getProfile, {})
  expect(await admin.call(readFactors, {})).toMatchObject({ isRequired: true })
  await newAuthenticator(app, await confirmed(admin))
  await admin.call(listAccessKeys, { query: {} })
  const member = await app.signIn()
  await member.call(listAlbumMarks, { query: { sort: 'title' } })
  expect(await member.call(readFactors, {})).toMatchObject({ isRequired: false })
})

test('such an admin has no rights of an admin in other apps, either', async () => {
  const app = await startRestApp({ adminsNeedFactor: true })
  const other = await confirmed(await app.signIn({ isAdmin: true }))
  await newAuthenticator(app, other)
  const admin = await app.signIn({ isAdmin: true, hasKey: false })
  const { albumId, tracks } = await addByForm(other, { albumTitel: 'Tagwerk', tracks: ['Morgenlied'] })
  await addByForm(other, { albumTitel: 'Nachtwerk', type: 'ep' })
  const id = tracks[0]?.id ?? ''
  const client = app.clientOf(admin)
  const withName = app.clientWith({ u: admin.username, p: app.passwordOf(admin) })
  const titles = async () => {
    const { albumList2 } = await client.call('getAlbumList2', { type: 'alphabeticalByName' })
    return z.parse(Albums, albumList2).album.map(({ name }) => name)
  }
  for (const each of [client, withName]) {
    expect(await each.error('getAlbumList2', { type: 'newest' })).toBe(50)
    expect(await each.error('stream', { id })).toBe(50)
  }
  expect(await client.call('getUser', { username: admin.username })).toMatchObject({
    user: { streamRole: false },
  })
  // A key gives such an admin what it gives any member.
  await grantScope(app, admin, { kind: 'albums', albumIds: [albumId], hasVideos: false })
  expect(await titles()).toEqual(['Tagwerk'])
  expect((await client.fetch('stream', { id })).headers.get('content-type')).toBe('audio/mpeg')
  await newAuthenticator(app, await confirmed(admin))
  expect(await titles()).toEqual(['Nachtwerk', 'Tagwerk'])
})

test('such an admin is sent neither what others play nor notices about the archive', async () => {
  const app = await startApp({ adminsNeedFactor: true }, { times: { broadcastPeopleEveryMs: 20 } })
  const other = await confirmed(await app.signIn({ isAdmin: true }))
  await newAuthenticator(app, other)
  const { tracks } = await addByForm(other, { albumTitel: 'Nachtwerk', tracks: ['Abendlied'] })
  const admin = await app.signIn({ isAdmin: true, hasKey: false })
  const [hers, playing] = [admin, other].map(({ token }) => openSocket(app, { token }))
  await Promise.all([hers?.ready(), playing?.ready()])
  playing?.send({ type: 'userStatus', currentTrack: { id: tracks[0]?.id ?? '' }, isPlaying: true })
  const lastSeen = () =>
    hers
      ?.all('userStatus')
      .flatMap(({ users }) => users.filter(({ id }) => id === other.id))
      .at(-1)
  await eventually(() => expect(lastSeen()?.customStatus).toBe('Hört Musik'))
  expect(await readerOf(app.services, admin.id)).toMatchObject({ isAdmin: false, keyVerified: false })
  expect(JSON.stringify(hers?.got)).not.toContain('Abendlied')
  await newAuthenticator(app, await confirmed(admin))
  await eventually(() => expect(lastSeen()?.customStatus).toBe('Hört Abendlied'))
  expect(await readerOf(app.services, admin.id)).toMatchObject({ isAdmin: true })
})

test('the last factor of such an admin stays, and another one may replace it', async () => {
  const app = await startApp({ adminsNeedFactor: true })
  const admin = await confirmed(await app.signIn({ isAdmin: true }))
  await newAuthenticator(app, admin)
  expect((await admin.refusal(removeAuthenticator, {})).body.code).toBe('FACTOR_REQUIRED')
  const { id } = await newPasskey(admin)
  await admin.call(removeAuthenticator, {})
  expect((await admin.refusal(removePasskey, { params: { id } })).body.code).toBe('FACTOR_REQUIRED')
  await admin.call(listAccessKeys, { query: {} })
})

test('the password alone is not enough for an admin whose only factor is a passkey', async () => {
  const app = await startApp({ adminsNeedFactor: true })
  const admin = await confirmed(await app.signIn({ isAdmin: true }))
  const { passkey } = await newPasskey(admin)
  const halfSession = await startLogin(app, admin)
  expect((await app.call(readSecondFactor, { body: { halfSession } })).methods).toEqual(['passkey'])
  const { attempt, options } = await app.call(startPasskeyLogin, {})
  await app.call(loginWithPasskey, { body: { attempt, response: passkey.use(options) } })
})

test('after a reset by the operator the password suffices, and the owner is notified', async () => {
  const app = await startApp()
  const mara = await confirmed(await app.signIn())
  await newPasskey(mara)
  await newAuthenticator(app, mara)
  await resetFactors(app.services, mara.id)
  await app.call(login, { body: { email: mara.email, password: mara.password } })
  const { source } = await emailTo(app, mara.email, 3)
  expect(source).toContain('Betreiber des Archivs')
})
