import { generateAccessKey, redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { changeUser } from '@tonarchiv/contract/admin'
import { deleteAccount, resendVerification, verifyEmail } from '@tonarchiv/contract/auth'
import { listFriends, requestFriend } from '@tonarchiv/contract/friends'
import { recordPlay } from '@tonarchiv/contract/plays'
import { getPublicProfile, listStatuses, type OnlineUser } from '@tonarchiv/contract/presence'
import { changeUsername, updateProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { type BrowserSocket, openSocket } from '#testing/browser-socket.ts'
import { emailTo } from '#testing/emails.ts'
import { eventually } from '#testing/eventually.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** Settings with which changes are broadcast soon. By default they are collected for a second. */
const OFTEN = { times: { broadcastPeopleEveryMs: 20 } }

/** The list of members that a browser builds from its messages. */
function peopleOf(socket: BrowserSocket): Map<string, OnlineUser> {
  const people = new Map<string, OnlineUser>()
  for (const { users, full } of socket.all('userStatus')) {
    if (full === true) people.clear()
    for (const user of users) people.set(user.id, user)
  }
  return people
}

/** Adds a track to the archive. */
async function aTrack(app: TestApp): Promise<{ id: string; title: string; album: string }> {
  const { albumTitel, tracks } = await addSampleAlbum(await app.signIn({ isAdmin: true }))
  const { id = '', title = '' } = tracks[0] ?? {}
  return { id, title, album: albumTitel }
}

async function watched(app: TestApp) {
  const member = await app.signIn()
  const watcher = openSocket(app, { token: (await app.signIn()).token })
  await watcher.ready()
  const shows = async (expected: Partial<OnlineUser>) =>
    eventually(() => expect(peopleOf(watcher).get(member.id)).toMatchObject(expected))
  return { member, watcher, shows }
}

test('a new socket gets the complete list once, then only changes', async () => {
  const app = await startApp({}, OFTEN)
  const offline = await app.signIn({ username: 'abwesend' })
  const { member, watcher, shows } = await watched(app)
  expect(watcher.all('userStatus')[0]).toMatchObject({ full: true })
  expect(peopleOf(watcher).get(offline.id)).toMatchObject({ username: 'abwesend', isOnline: false })
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  await shows({ isOnline: true, isPlaying: false, currentTrack: null, customStatus: '' })
  const last = watcher.all('userStatus').at(-1)
  expect(last?.users.map(({ id }) => id)).not.toContain(offline.id)
  socket.close()
  await shows({ isOnline: false })
})

test('nothing is sent without a change, and of many changes within a second only the last', async () => {
  const app = await startApp()
  const { member, watcher, shows } = await watched(app)
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  await shows({ isOnline: true })
  const before = watcher.got.length
  for (let number = 0; number < 15; number += 1)
    socket.send({ type: 'userStatus', customStatus: `Ort ${number}` })
  await shows({ customStatus: 'Ort 14' })
  expect(watcher.got.length - before).toBeLessThanOrEqual(2)
  const quiet = watcher.got.length
  for (let number = 0; number < 10; number += 1) {
    socket.send({ type: 'userStatus', customStatus: 'Ort 14' })
    socket.send({ type: 'heartbeat' })
  }
  socket.send({ type: 'heartbeat', ask: true })
  await eventually(() => expect(socket.all('heartbeat')).toHaveLength(1))
  socket.send({ type: 'userStatus', customStatus: 'Zuletzt' })
  await shows({ customStatus: 'Zuletzt' })
  expect(watcher.got.length - quiet).toBe(1)
})

test('a playing track has the titles of the archive, and the status derived from it', async () => {
  const app = await startApp({}, OFTEN)
  const track = await aTrack(app)
  const { member, shows } = await watched(app)
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  const currentTrack = { id: track.id, title: 'Gelogen', artist: 'Niemand' }
  socket.send({ type: 'userStatus', customStatus: 'Im Archiv', currentTrack, isPlaying: true })
  await shows({
    isPlaying: true,
    currentTrack: { id: track.id, title: track.title, artist: track.album },
    customStatus: `Hört ${track.title}`,
  })
  socket.send({ type: 'userStatus', isPlaying: false })
  await shows({ isPlaying: false, customStatus: 'Im Archiv' })
  await member.call(updateProfile, { body: { customStatus: 'Bitte nicht stören' } })
  await shows({ customStatus: 'Bitte nicht stören' })
  socket.send({ type: 'userStatus', currentTrack: null })
  await shows({ currentTrack: null })
  socket.send({ type: 'userStatus', currentTrack: 'Nur ein Name', isPlaying: true })
  await shows({ currentTrack: { id: null, title: 'Nur ein Name', artist: '' } })
})

/** For how long a member has been listening, and where the track is, as their page says it. */
async function progressOf(reader: Pick<Awaited<ReturnType<TestApp['signIn']>>, 'call'>, id: string) {
  const { user } = await reader.call(getPublicProfile, { params: { id } })
  const { listeningSeconds, position } = user
  return { ...(listeningSeconds !== undefined && { listeningSeconds }), ...(position && { position }) }
}

test('the page of a member says for how long they listen and where the track is', async () => {
  const app = await startApp({}, OFTEN)
  app.stopTime()
  const track = await aTrack(app)
  const { member, watcher, shows } = await watched(app)
  const reader = await app.signIn()
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  const status = { type: 'userStatus', customStatus: null, currentTrack: { id: track.id } } as const
  const send = async (isPlaying: boolean, seconds?: number, rate = 1) => {
    const position = seconds === undefined ? {} : { position: { seconds, rate } }
    socket.send({ ...status, isPlaying, ...position })
    await socket.handled()
    return progressOf(reader, member.id)
  }
  expect(await send(true, 5)).toEqual({ listeningSeconds: 0, position: { seconds: 5, rate: 1 } })
  await shows({ isPlaying: true, currentTrack: { id: track.id, title: track.title, artist: track.album } })
  app.passTime(20_000)
  // A track that goes on, and a seek in it, are no changes that are sent to all.
  const quiet = watcher.all('userStatus').length
  expect(await send(true, 26)).toEqual({ listeningSeconds: 20, position: { seconds: 25, rate: 1 } })
  expect(await send(true, 90, 1.5)).toEqual({ listeningSeconds: 20, position: { seconds: 90, rate: 1.5 } })
  app.passTime(10_000)
  const expected = { listeningSeconds: 30, position: { seconds: 105, rate: 1.5 } }
  expect(await progressOf(reader, member.id)).toEqual(expected)
  const other = await app.signIn()
  await openSocket(app, { token: other.token }).ready()
  await eventually(() => expect(peopleOf(watcher).get(other.id)).toMatchObject({ isOnline: true }))
  const sent = watcher.all('userStatus').slice(quiet)
  expect(sent.flatMap(({ users }) => users).map(({ id }) => id)).toEqual([other.id])
  // A pause ends both, and the time goes on after it.
  expect(await send(false, 105)).toEqual({})
  app.passTime(60_000)
  expect(await send(true, 105)).toEqual({ listeningSeconds: 90, position: { seconds: 105, rate: 1 } })
  // The app of an earlier version reports no position.
  await send(false)
  expect(await send(true)).toEqual({ listeningSeconds: 90 })
})

const LIMITED: [string, (app: TestApp) => ReturnType<TestApp['signIn']>][] = [
  ['without archive access', async (app) => app.signIn({ hasKey: false })],
  [
    'with access to other albums only',
    async (app) => signInScoped(app, { kind: 'types', types: ['ep'], hasVideos: true }),
  ],
]

test.each(LIMITED)(
  'a member %s does not see which tracks of the archive others play',
  async (_who, signIn) => {
    const app = await startApp({}, OFTEN)
    const track = await aTrack(app)
    const { member, watcher, shows } = await watched(app)
    await member.call(recordPlay, { body: { track_id: track.id } })
    const guest = await signIn(app)
    const guestSocket = openSocket(app, { token: guest.token })
    await guestSocket.ready()
    const guestSees = (expected: Partial<OnlineUser>) =>
      eventually(() => expect(peopleOf(guestSocket).get(member.id)).toMatchObject(expected))
    await member.call(requestFriend, { body: { friendId: guest.id } })
    await guest.call(requestFriend, { body: { friendId: member.id } })
    const socket = openSocket(app, { token: member.token })
    await socket.ready()
    socket.send({
      type: 'userStatus',
      customStatus: 'Im Archiv',
      currentTrack: { id: track.id },
      isPlaying: true,
      position: { seconds: 12, rate: 1 },
    })
    await shows({
      customStatus: `Hört ${track.title}`,
      currentTrack: { id: track.id, title: track.title, artist: track.album },
    })
    const seesAll = await app.signIn()
    expect(Object.keys(await progressOf(seesAll, member.id))).toEqual(['listeningSeconds', 'position'])
    expect(await progressOf(guest, member.id)).toEqual({})
    await guestSees({ isPlaying: true, currentTrack: null, customStatus: 'Hört Musik' })
    const late = openSocket(app, { token: guest.token })
    await late.ready()
    await eventually(() =>
      expect(peopleOf(late).get(member.id)).toMatchObject({ customStatus: 'Hört Musik' }),
    )
    const byCall = [
      await guest.call(listStatuses, {}),
      await guest.call(getPublicProfile, { params: { id: member.id } }),
      await guest.call(listFriends, {}),
      guestSocket.got,
      late.got,
    ]
    expect(JSON.stringify(byCall)).not.toContain(track.title)
    // A track that is not in the archive is shown to all members. Redeeming a key reveals all tracks at once.
    socket.send({ type: 'userStatus', currentTrack: 'Nur ein Name', isPlaying: true })
    await guestSees({ customStatus: 'Hört Nur ein Name' })
    socket.send({ type: 'userStatus', currentTrack: { id: track.id }, isPlaying: true })
    await guestSees({ customStatus: 'Hört Musik' })
    const admin = await app.signIn({ isAdmin: true })
    const { accessKey } = await admin.call(generateAccessKey, {})
    await guest.call(redeemAccessKey, { body: { key: accessKey.key_value, uid: guest.id } })
    await guestSees({ customStatus: `Hört ${track.title}`, isPlaying: true })
    await admin.call(changeUser, { params: { id: guest.id }, body: { keyVerified: false } })
    await guestSees({ customStatus: 'Hört Musik', currentTrack: null })
    expect(peopleOf(watcher).get(member.id)).toMatchObject({ customStatus: `Hört ${track.title}` })
  },
)

test('a custom status replaces a paused track, not a playing one', async () => {
  const app = await startApp({}, OFTEN)
  const track = await aTrack(app)
  const { member, shows } = await watched(app)
  await member.call(updateProfile, { body: { customStatus: 'Sucht B-Seiten' } })
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  const currentTrack = { id: track.id }
  socket.send({ type: 'userStatus', currentTrack, isPlaying: true })
  await shows({ isPlaying: true, currentTrack: { id: track.id, title: track.title, artist: track.album } })
  socket.send({ type: 'userStatus', currentTrack, isPlaying: false })
  await shows({ isPlaying: false, currentTrack: null, customStatus: 'Sucht B-Seiten' })
})

test('a member who hides their track is shown without it, also in status and profile', async () => {
  const app = await startApp({}, OFTEN)
  app.stopTime()
  const track = await aTrack(app)
  const { member, watcher, shows } = await watched(app)
  await member.call(recordPlay, { body: { track_id: track.id } })
  const profile = async () => (await app.signIn()).call(getPublicProfile, { params: { id: member.id } })
  expect((await profile()).user.last_played_track).toBe(track.title)
  const { user } = await member.call(updateProfile, { body: { showListening: false } })
  expect(user.showListening).toBe(false)
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  const currentTrack = { id: track.id }
  const position = { seconds: 12, rate: 1 }
  socket.send({
    type: 'userStatus',
    customStatus: `Hört ${track.title}`,
    currentTrack,
    isPlaying: true,
    position,
  })
  socket.send({ type: 'userStatus', customStatus: 'Im Chat', position })
  await shows({ isOnline: true, isPlaying: false, currentTrack: null, customStatus: 'Im Chat' })
  expect(JSON.stringify(watcher.all('userStatus'))).not.toContain(track.title)
  expect((await profile()).user).toMatchObject({
    currentTrack: null,
    last_played_track: null,
    last_played_artist: null,
    last_played_at: null,
  })
  const reader = await app.signIn()
  expect(await progressOf(reader, member.id)).toEqual({})
  // The time during which it was hidden does not count later.
  app.passTime(60_000)
  await member.call(updateProfile, { body: { showListening: true } })
  await shows({ isPlaying: true, customStatus: `Hört ${track.title}` })
  expect((await progressOf(reader, member.id)).listeningSeconds).toBe(0)
})

test('the identity comes from the session, not from the message', async () => {
  const app = await startApp({}, OFTEN)
  const victim = await app.signIn()
  const { member, watcher, shows } = await watched(app)
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  const forged = { userId: victim.id, username: victim.username, photoURL: 'https://fremd.example/x.svg' }
  socket.sendRaw(JSON.stringify({ type: 'userStatus', customStatus: 'Im Chat', ...forged }))
  socket.sendRaw(JSON.stringify({ type: 'typing', isTyping: true, ...forged }))
  await shows({ customStatus: 'Im Chat', username: member.username, photoURL: null })
  await eventually(() =>
    expect(watcher.all('typing')[0]).toMatchObject({ userId: member.id, username: member.username }),
  )
  expect(peopleOf(watcher).get(victim.id)).toMatchObject({ isOnline: false, customStatus: '' })
})

test('of several browsers of a member the playing one counts, and closing the last one makes the member offline', async () => {
  const app = await startApp({}, OFTEN)
  const { member, shows } = await watched(app)
  const [phone, desk] = [openSocket(app, { token: member.token }), openSocket(app, { token: member.token })]
  await Promise.all([phone.ready(), desk.ready()])
  phone.send({ type: 'userStatus', currentTrack: { title: 'Unterwegs' }, isPlaying: true })
  await shows({ currentTrack: { id: null, title: 'Unterwegs', artist: '' } })
  desk.send({
    type: 'userStatus',
    customStatus: 'Im Chat',
    currentTrack: { title: 'Daheim' },
    isPlaying: false,
  })
  await shows({ isPlaying: true, customStatus: 'Hört Unterwegs' })
  phone.close()
  await shows({ isOnline: true, isPlaying: false, customStatus: 'Im Chat' })
  desk.close()
  await shows({ isOnline: false })
})

test('a status that is repeated with the heartbeat changes nothing, nor which browser counts', async () => {
  const app = await startApp({}, OFTEN)
  const { member, watcher, shows } = await watched(app)
  const [phone, desk] = [openSocket(app, { token: member.token }), openSocket(app, { token: member.token })]
  await Promise.all([phone.ready(), desk.ready()])
  const unknown = { id: 'gibt-es-nicht', title: 'Nur hier' }
  const status = {
    type: 'userStatus',
    customStatus: 'Im Archiv',
    currentTrack: unknown,
    isPlaying: false,
  } as const
  phone.send(status)
  await shows({ customStatus: 'Im Archiv', currentTrack: { id: null, title: 'Nur hier', artist: '' } })
  desk.send({ type: 'userStatus', customStatus: 'Im Chat', currentTrack: null, isPlaying: false })
  await shows({ customStatus: 'Im Chat' })
  const quiet = watcher.all('userStatus').length
  for (let beat = 0; beat < 3; beat += 1) {
    phone.send(status)
    phone.send({ type: 'heartbeat', ask: true })
    await eventually(() => expect(phone.all('heartbeat')).toHaveLength(beat + 1))
  }
  // If the repeated status had counted as a change, it would have been broadcast before the change of this member.
  const other = await app.signIn()
  await openSocket(app, { token: other.token }).ready()
  await eventually(() => expect(peopleOf(watcher).get(other.id)).toMatchObject({ isOnline: true }))
  const reported = watcher.all('userStatus').slice(quiet)
  expect(reported.flatMap(({ users }) => users).map(({ id }) => id)).toEqual([other.id])
})

test('all members are notified of new names and of deleted accounts', async () => {
  const app = await startApp({}, OFTEN)
  const { member, watcher, shows } = await watched(app)
  await member.call(updateProfile, { body: { displayName: 'Neuer Name' } })
  await member.call(changeUsername, { body: { username: 'ganz-neu' } })
  await shows({ displayName: 'Neuer Name', username: 'ganz-neu' })
  await eventually(() =>
    expect(watcher.all('profileChanged').at(-1)?.user).toMatchObject({ id: member.id, username: 'ganz-neu' }),
  )
  await member.call(deleteAccount, { body: { password: member.password } })
  await eventually(() =>
    expect(watcher.all('profileChanged').at(-1)).toEqual({
      type: 'profileChanged',
      user: { id: member.id, username: '', displayName: 'Gelöschter Benutzer', photoURL: null },
      isDeleted: true,
    }),
  )
})

test('a member’s own browsers are notified of changes that only they see', async () => {
  const app = await startApp({}, OFTEN)
  const { member, watcher } = await watched(app)
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  await member.call(updateProfile, { body: { bio: 'Nur hier' } })
  await eventually(() => expect(socket.all('profileChanged')).toHaveLength(1))
  expect(watcher.all('profileChanged')).toEqual([])
})

test('the list by HTTP has online members first, then by name, with counts, and no unverified account', async () => {
  const app = await startApp({}, OFTEN)
  const me = await app.signIn({ username: 'mitte' })
  await app.signIn({ username: 'zuletzt' })
  await app.signIn({ username: 'anfang' })
  await app.signIn({ username: 'unbestaetigt', emailVerified: false })
  const socket = openSocket(app, { token: me.token })
  await socket.ready()
  const { users, counts } = await me.call(listStatuses, {})
  expect(users.map(({ username }) => username)).toEqual(['mitte', 'anfang', 'zuletzt'])
  expect(counts).toEqual({ online: 1, offline: 2 })
  await app.signIn({ username: 'bald-da' })
  expect((await me.call(listStatuses, {})).counts.offline).toBe(3)
})

test('a deleted account is in no list, and an account that was verified meanwhile is', async () => {
  const app = await startApp({}, OFTEN)
  const [me, goes] = [await app.signIn(), await app.signIn({ username: 'geht' })]
  const comes = await app.signIn({ username: 'kommt', emailVerified: false })
  await app.signIn({ username: 'bleibt' })
  const others = async () => {
    const { users } = await me.call(listStatuses, {})
    return users.flatMap(({ id, username }) => (id === me.id ? [] : username))
  }
  expect(await others()).toEqual(['bleibt', 'geht'])
  // After the deletion and the registration there are as many members as before, and the newest member is the same.
  await goes.call(deleteAccount, { body: { password: goes.password } })
  await app.call(resendVerification, { body: { email: comes.email } })
  const { link } = await emailTo(app, comes.email)
  await app.call(verifyEmail, { body: { token: link.searchParams.get('token') ?? '' } })
  expect(await others()).toEqual(['bleibt', 'kommt'])
})

test('a profile contains public fields only, and does not exist for unknown and unverified accounts', async () => {
  const app = await startApp({}, OFTEN)
  const me = await app.signIn()
  const other = await app.signIn()
  await other.call(updateProfile, { body: { bio: 'Sammelt Platten', displayName: 'Plattensammlerin' } })
  const response = await app.fetch(`/api/users/${other.id}/profile`, {
    headers: { authorization: `Bearer ${me.token}` },
  })
  const text = await response.text()
  expect(text).not.toContain(other.email)
  expect(JSON.parse(text)).toMatchObject({
    user: { id: other.id, bio: 'Sammelt Platten', displayName: 'Plattensammlerin', last_played_track: null },
  })
  const unverified = await app.signIn({ emailVerified: false })
  for (const id of ['niemand', unverified.id])
    expect((await me.refusal(getPublicProfile, { params: { id } })).body.code).toBe('USER_NOT_FOUND')
})
