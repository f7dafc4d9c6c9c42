import type { OnlineUser } from '@tonarchiv/contract/presence'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { Connection } from '#realtime/connection.ts'
import { type BrowserSocket, openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

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
