import { deleteAccount } from '@tonarchiv/contract/auth'
import { listStatuses, type OnlineUser } from '@tonarchiv/contract/presence'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { Connection } from '#realtime/connection.ts'
import { type BrowserSocket, openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { holdBack } from '#testing/hold-back.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** Matches the statement by which the members are read. */
const isReadOfMembers = (statement: string) => /^select "id", "username", .* from "users"/u.test(statement)

/** The list of members that a browser builds from its messages. */
function peopleOf(socket: BrowserSocket): Map<string, OnlineUser> {
  const people = new Map<string, OnlineUser>()
  for (const { users, full } of socket.all('userStatus')) {
    if (full === true) people.clear()
    for (const user of users) people.set(user.id, user)
  }
  return people
}

/** Adds verified members who never log in. Their entries fill more than one message of the list. */
async function addMembers({ services: { db, now } }: TestApp, count: number): Promise<void> {
  const createdAt = now().toISOString()
  const members = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    username: `still${index}`,
    email: `still${index}@beispiel.de`,
    displayName: `Ein stilles Mitglied mit langem Namen ${index}`,
    avatarName: null,
    usernameChangedAt: null,
    passwordHash: '',
    emailVerified: 1,
    createdAt,
  }))
  await db.insertInto('users').values(members).execute()
}

test('a browser does not get changes again that its list contains, although others still wait for them', async () => {
  // With a limit of one byte, each broadcast contains one change only.
  const app = await startApp({}, { times: { broadcastPeopleEveryMs: 200, broadcastPeopleBytes: 1 } })
  const watcher = openSocket(app, { token: (await app.signIn()).token })
  await watcher.ready()
  const members = await Promise.all(Array.from({ length: 8 }, async () => app.signIn()))
  const onlineAtWatcher = () => members.filter(({ id }) => peopleOf(watcher).get(id)?.isOnline === true)
  await Promise.all(members.map(async ({ token }) => openSocket(app, { token }).ready()))
  await watcher.handled()
  const before = onlineAtWatcher().length
  // All members have connected by now. After the next broadcast, the list for a new browser contains all of them.
  await eventually(() => {
    const { length } = onlineAtWatcher()
    expect(length === members.length || length > before).toBe(true)
  })
  const late = await app.signIn()
  const last = openSocket(app, { token: late.token })
  await last.ready()
  const listed = peopleOf(last)
  expect(members.map(({ id }) => listed.get(id)?.isOnline)).toEqual(members.map(() => true))
  // Changes are sent in their order: when this one has arrived, all earlier ones were sent.
  await eventually(() => expect(peopleOf(watcher).get(late.id)?.isOnline).toBe(true))
  expect(onlineAtWatcher()).toHaveLength(members.length)
  await last.handled()
  const again = last.all('userStatus').filter(({ full }) => full !== true)
  const ids = new Set(again.flatMap(({ users }) => users.map(({ id }) => id)))
  expect(members.filter(({ id }) => ids.has(id))).toEqual([])
})

test('a change while the list of a browser is being written is not replaced by the rest of the list', async () => {
  const app = await startApp({}, { times: { broadcastPeopleEveryMs: 20 } })
  await addMembers(app, 400)
  const member = await app.signIn()
  const watcher = openSocket(app, { token: (await app.signIn()).token })
  await eventually(() => expect(peopleOf(watcher).has(member.id)).toBe(true))
  expect(watcher.all('userStatus').length).toBeGreaterThan(1)
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const drained = vi.spyOn(Connection.prototype, 'drained').mockImplementationOnce(async () => isRead)
  onTestFinished(() => drained.mockRestore())
  const slow = openSocket(app, { token: (await app.signIn()).token })
  await slow.ready()
  expect(peopleOf(slow).has(member.id)).toBe(false)
  await openSocket(app, { token: member.token }).ready()
  await eventually(() => expect(peopleOf(watcher).get(member.id)?.isOnline).toBe(true))
  read()
  await eventually(() => expect(peopleOf(slow).size).toBe(peopleOf(watcher).size))
  await eventually(() => expect(peopleOf(slow).get(member.id)).toMatchObject({ isOnline: true }))
})

test('a change that comes while all members are read is not replaced by what was read before', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const watcher = openSocket(app, { token: mara.token })
  await watcher.ready()
  await app.signIn()
  const hold = holdBack(app, isReadOfMembers)
  const listing = mara.call(listStatuses, {})
  await hold.reached
  await mara.call(updateProfile, { body: { displayName: 'Mara Neu' } })
  // By now the change could have been read.
  await watcher.handled()
  hold.letGo()
  await listing
  await eventually(() =>
    expect(watcher.all('profileChanged').map(({ user }) => user.displayName)).toEqual(['Mara Neu']),
  )
  const { users } = await mara.call(listStatuses, {})
  expect(users.find(({ id }) => id === mara.id)?.displayName).toBe('Mara Neu')
  expect(users).toHaveLength(2)
})

test('a member who is deleted while all members are read is in no later list', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const watcher = openSocket(app, { token: mara.token })
  await watcher.ready()
  await app.signIn()
  const hold = holdBack(app, isReadOfMembers)
  const listing = mara.call(listStatuses, {})
  await hold.reached
  await tom.call(deleteAccount, { body: { password: tom.password } })
  await eventually(() => expect(watcher.all('profileChanged')).toMatchObject([{ isDeleted: true }]))
  hold.letGo()
  await listing
  const late = openSocket(app, { token: mara.token })
  await late.ready()
  expect(peopleOf(late).size).toBe(2)
})

test('a member who comes while all members are read sees what others play', async () => {
  const app = await startApp({}, { times: { broadcastPeopleEveryMs: 20 } })
  const { tracks } = await addSampleAlbum(await app.signIn({ isAdmin: true }))
  const currentTrack = { id: tracks[0]?.id ?? '' }
  const mara = await app.signIn()
  const player = openSocket(app, { token: mara.token })
  await player.ready()
  player.send({ type: 'userStatus', currentTrack, isPlaying: true })
  await eventually(() => expect(peopleOf(player).get(mara.id)).toMatchObject({ currentTrack }))
  await app.signIn()
  const hold = holdBack(app, isReadOfMembers)
  const listing = mara.call(listStatuses, {})
  await hold.reached
  const late = openSocket(app, { token: (await app.signIn()).token })
  await eventually(async () => late.handled())
  hold.letGo()
  await listing
  await eventually(() => expect(peopleOf(late).get(mara.id)).toMatchObject({ currentTrack }))
})
