import { postMessage } from '@tonarchiv/contract/chat'
import { requestFriend } from '@tonarchiv/contract/friends'
import { recordPlay } from '@tonarchiv/contract/plays'
import { getPublicProfile } from '@tonarchiv/contract/presence'
import { urlOf } from '@tonarchiv/contract/route'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/**
 * The fields of a member that others see, according to docs/product.md. They include what the member plays, if the
 * member shares it.
 */
const PROFILE_FIELDS = [
  'avatarUrl',
  'bio',
  'createdAt',
  'currentTrack',
  'customStatus',
  'displayName',
  'id',
  'isOnline',
  'isPlaying',
  'last_played_artist',
  'last_played_at',
  'last_played_track',
  'listeningSeconds',
  'position',
  'username',
]

const Answer = z.strictObject({ user: z.record(z.string(), z.unknown()) })

/** A member who has data in every field that others can see, and a second member who reads them. */
async function watchedMember(app: TestApp) {
  const admin = await app.signIn({ isAdmin: true })
  const [member, watcher] = [await app.signIn(), await app.signIn()]
  const track = (await addSampleAlbum(admin)).tracks[0]?.id ?? ''
  const sockets = { member: openSocket(app, member), watcher: openSocket(app, watcher) }
  await Promise.all([sockets.member.ready(), sockets.watcher.ready()])
  const position = { seconds: 12, rate: 1 }
  sockets.member.send({ type: 'userStatus', isPlaying: true, currentTrack: { id: track }, position })
  sockets.member.send({ type: 'typing', isTyping: true })
  await sockets.member.handled()
  await member.call(updateProfile, { body: { displayName: 'Mara', bio: 'Hört zu' } })
  await member.call(postMessage, { body: { message: `Guten Tag @${watcher.username}` } })
  await member.call(recordPlay, { body: { track_id: track } })
  await member.call(requestFriend, { body: { friendId: watcher.id } })
  await eventually(() => {
    for (const type of ['userStatus', 'typing', 'chatMessage', 'friendsChanged', 'profileChanged'] as const)
      expect(sockets.watcher.all(type).length, type).toBeGreaterThan(0)
  })
  return { admin, member, watcher, sockets }
}

/** Texts in the database that only the account itself may read, or no account at all. */
async function secretsOf(app: TestApp, userId: string): Promise<string[]> {
  const { db } = app.services
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const sessions = await db.selectFrom('sessions').selectAll().where('userId', '=', userId).execute()
  return [
    user.email,
    user.passwordHash,
    ...sessions.flatMap(({ id, tokenHash, address }) => [id, tokenHash, address]),
  ].filter((secret) => secret !== '')
}

test('a member’s page contains the fields of the specification, and nothing else', async () => {
  const app = await startApp()
  const { member, watcher } = await watchedMember(app)
  const response = await app.fetch(urlOf(getPublicProfile, { params: { id: member.id } }), {
    headers: { authorization: `Bearer ${watcher.token}` },
  })
  const { user } = z.parse(Answer, await response.json())
  expect(Object.keys(user).toSorted()).toEqual(PROFILE_FIELDS)
})

test('no response or message to others contains an address, a password or a session of a member', async () => {
  const app = await startApp()
  const { member, watcher, sockets } = await watchedMember(app)
  // An address that no other test client has.
  await app.services.db
    .updateTable('sessions')
    .set({ address: '203.0.113.77' })
    .where('userId', '=', member.id)
    .execute()
  const secrets = await secretsOf(app, member.id)
  expect(secrets.length).toBeGreaterThan(4)
  const texts: string[] = [JSON.stringify(sockets.watcher.got)]
  for (const route of app.routes) {
    if (route.method !== 'GET' || route.access === 'admin' || typeof route.answer === 'string') continue
    const path = urlOf(route, {
      params: { id: member.id, track: 'x', albumTitel: 'x' },
      query: { q: 'mara' },
    })
    const answer = await app.fetch(path, { headers: { authorization: `Bearer ${watcher.token}` } })
    texts.push(await answer.text())
  }
  expect(texts.filter((text) => text.includes(member.username)).length).toBeGreaterThan(4)
  for (const secret of [...secrets, '$argon2', member.token])
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
})
