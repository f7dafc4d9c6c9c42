import { randomUUID } from 'node:crypto'
import { changeUser } from '@tonarchiv/contract/admin'
import { blockMember, removeFriend, unblockMember } from '@tonarchiv/contract/friends'
import * as contract from '@tonarchiv/contract/playlists'
import { addEntries } from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { type BrowserSocket, openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { befriend } from '#testing/friends.ts'
import { archiveWithTracks, type Caller } from '#testing/playlists.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { callers, startApp, type TestApp, type TestEnvironment } from '#testing/start-app.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => redis.stop())

/** Functions that start two processes of one installation, or one process that takes the place of both. */
const PLACES: Record<string, () => Promise<[TestApp, TestApp]>> = {
  'in one process': async () => {
    const app = await startApp()
    return [app, app]
  },
  'over two processes on Redis': overRedis,
}

async function overRedis(): Promise<[TestApp, TestApp]> {
  return processes({ secret: randomUUID().repeat(2), redisUrl: redis.url }, {})
}

async function processes(
  settings: NonNullable<Parameters<typeof startApp>[0]>,
  environment: TestEnvironment,
): Promise<[TestApp, TestApp]> {
  const first = await startApp(settings, environment)
  const second = await startApp(settings, { ...environment, beside: first })
  await eventually(() => expect([first, second].every(({ services }) => services.bus.isUp())).toBe(true))
  return [first, second]
}

/** The page of a playlist in a browser that is connected to one of the processes. */
async function openPage(app: TestApp, member: Caller & { token: string }, id: string) {
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  const open = (playlistId: string | null) => socket.send({ type: 'openPlaylist', playlistId })
  open(id)
  await socket.handled()
  const caller = callers(app.address, member.token)
  const here = async () =>
    (await caller.call(playlistSharing.listMembersHere, { params: { id } })).userIds.toSorted()
  let seen = 0
  let shown: string[] = []
  /** The members that the page shows. Like a real page, it reads the list again only after a notification. */
  const shownHere = async () => {
    const reported = socket.all('playlistMembersHere').length
    if (reported !== seen) shown = await here()
    seen = reported
    return shown
  }
  return { ...caller, socket, open, here, shownHere }
}

const reports = (socket: BrowserSocket) =>
  socket.got.filter(({ type }) => type === 'playlistMembersHere' || type === 'playlistChanged').length

/** A shared playlist of Mara and Tom. Mara's page is connected to the first process, Tom's to the second. */
async function shared([first, second]: [TestApp, TestApp], visibility: contract.PlaylistVisibility) {
  const [mara, tom] = [await first.signIn(), await first.signIn()]
  await befriend(first.services.db, mara, tom)
  const { playlist } = await mara.call(contract.createPlaylist, { body: { title: 'Zu zweit', visibility } })
  const { id } = playlist
  await mara.call(playlistSharing.addCollaborator, { params: { id, userId: tom.id } })
  const ofMara = await openPage(first, mara, id)
  const ofTom = await openPage(second, tom, id)
  await eventually(async () => expect(await ofMara.shownHere()).toEqual([tom.id]))
  await eventually(async () => expect(await ofTom.here()).toEqual([mara.id]))
  return { mara, tom, id, ofMara, ofTom }
}

describe.each(Object.entries(PLACES))('%s', (_name, open) => {
  test('who takes part in a playlist is shown to all that have it open, and gone when the last page is closed', async () => {
    const apps = await open()
    const { mara, tom, id, ofMara, ofTom } = await shared(apps, 'members')
    const reader = await openPage(apps[1], await apps[0].signIn(), id)
    await eventually(async () => expect(await reader.here()).toEqual([mara.id, tom.id].toSorted()))
    // The list for members contains no readers.
    expect(await ofMara.here()).toEqual([tom.id])

    const secondTab = await openPage(apps[0], tom, id)
    ofTom.open(null)
    await ofTom.socket.handled()
    expect(await reader.here()).toEqual([mara.id, tom.id].toSorted())
    secondTab.socket.close()
    await eventually(async () => expect(await ofMara.shownHere()).toEqual([]))
    await eventually(async () => expect(await reader.shownHere()).toEqual([mara.id]))
  })
})

test('a reader does not see collaborators from the moment that one of the two blocks the other, at any process', async () => {
  const apps = await overRedis()
  const { mara, tom, id } = await shared(apps, 'members')
  const reading = await apps[0].signIn()
  const reader = await openPage(apps[1], reading, id)
  await eventually(async () => expect(await reader.here()).toEqual([mara.id, tom.id].toSorted()))
  const other = await openPage(apps[1], await apps[0].signIn(), id)
  for (const [blocker, blocked] of [
    [tom, reading],
    [reading, tom],
  ] as const) {
    await blocker.call(blockMember, { params: { id: blocked.id } })
    await eventually(async () => expect(await reader.shownHere()).toEqual([mara.id]))
    expect(await other.here()).toEqual([mara.id, tom.id].toSorted())
    await blocker.call(unblockMember, { params: { id: blocked.id } })
    await eventually(async () => expect(await reader.shownHere()).toEqual([mara.id, tom.id].toSorted()))
  }
})

test.each<[string, (at: Awaited<ReturnType<typeof shared>>, admin: Caller) => Promise<unknown>]>([
  [
    'the collaboration',
    async ({ mara, tom, id }) =>
      mara.call(playlistSharing.removeCollaborator, { params: { id, userId: tom.id } }),
  ],
  ['the friendship', async ({ mara, tom }) => tom.call(removeFriend, { params: { id: mara.id } })],
  [
    'the access key',
    async ({ tom }, admin) =>
      admin.call(changeUser, { params: { id: tom.id }, body: { keyVerified: false } }),
  ],
])(
  'who loses %s at another process while the page is open disappears, is notified, and learns nothing afterwards',
  async (_what, take) => {
    const apps = await overRedis()
    const admin = await apps[0].signIn({ isAdmin: true })
    const at = await shared(apps, 'private')
    const { mara, id, ofMara, ofTom } = at
    const changes = ofTom.socket.all('playlistChanged').length
    await take(at, admin)
    await eventually(async () => expect(await ofMara.shownHere()).toEqual([]))
    await eventually(() => expect(ofTom.socket.all('playlistChanged').length).toBeGreaterThan(changes))
    expect((await ofTom.refusal(playlistSharing.listMembersHere, { params: { id } })).status).toBe(404)

    const learned = reports(ofTom.socket)
    const atSecond = await openPage(apps[1], mara, id)
    for (const title of ['Allein', 'Wieder allein']) {
      const before = reports(atSecond.socket)
      ofMara.open(null)
      ofMara.open(id)
      await mara.call(contract.updatePlaylist, { params: { id }, body: { title } })
      await eventually(() => expect(reports(atSecond.socket)).toBeGreaterThan(before))
      await ofTom.socket.handled()
      expect(reports(ofTom.socket)).toBe(learned)
      // In the second round the page was opened while its account did not have the right.
      ofTom.open(id)
      await ofTom.socket.handled()
    }
  },
)

test('an account that may not see a playlist learns nothing of it over its open page, not even when it changes', async () => {
  const { app, ink } = await archiveWithTracks()
  const { id, ofMara } = await shared([app, app], 'private')
  const outsider = await openPage(app, await app.signIn(), id)
  const before = reports(ofMara.socket)
  for (let turn = 0; turn < 3; turn += 1) {
    await ofMara.call(addEntries, {
      params: { id },
      body: { batch: randomUUID(), trackIds: [ink] },
    })
  }
  await ofMara.call(contract.updatePlaylist, { params: { id }, body: { title: 'Geheim' } })
  await eventually(() => expect(reports(ofMara.socket)).toBeGreaterThanOrEqual(before + 4))
  await outsider.socket.handled()
  expect(reports(outsider.socket)).toBe(0)
  expect(await outsider.refusal(playlistSharing.listMembersHere, { params: { id } })).toMatchObject({
    status: 404,
    body: { error: 'Diese Playlist gibt es hier nicht' },
  })
})

test('a friend who becomes a collaborator while the page is open is shown at once', async () => {
  const app = await startApp()
  const { mara, id, ofMara } = await shared([app, app], 'friends')
  const friend = await app.signIn()
  await befriend(app.services.db, mara, friend)
  const page = await openPage(app, friend, id)
  await eventually(async () => expect(await page.here()).toContain(mara.id))
  expect(await ofMara.here()).not.toContain(friend.id)
  await mara.call(playlistSharing.addCollaborator, { params: { id, userId: friend.id } })
  await eventually(async () => expect(await ofMara.here()).toContain(friend.id))
})

test('a member whose process dies is gone after a while, and those at the others are notified', async () => {
  const hub = memoryHub()
  const times = { heartbeatEveryMs: 50, expireAfterMs: 300 }
  const apps = await processes({ secret: randomUUID().repeat(2) }, { hub, times })
  const { ofMara } = await shared(apps, 'private')
  // The bus of this process closes without a message that its members have left.
  await apps[1].services.bus.close()
  await eventually(async () => expect(await ofMara.shownHere()).toEqual([]))
})

test('a member whose browser sends no heartbeats any more is not shown until it does again', async () => {
  const app = await startApp({}, { times: { silentAfterMs: 700 } })
  const { tom, id, ofMara, ofTom } = await shared([app, app], 'private')
  ofTom.socket.close()
  const silent = openSocket(app, { token: tom.token, beats: false })
  await silent.ready()
  silent.send({ type: 'openPlaylist', playlistId: id })
  await eventually(async () => expect(await ofMara.here()).toEqual([]))
  // Repeated, because one heartbeat may have expired again when a busy machine looks.
  await eventually(async () => {
    silent.send({ type: 'heartbeat' })
    expect(await ofMara.here()).toEqual([tom.id])
  })
})

test('a member who opens and leaves a playlist as fast as they can makes the others receive few reports', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { tom, ofMara, ofTom, id } = await shared([app, app], 'private')
  const startedAt = performance.now()
  const before = ofMara.socket.all('playlistMembersHere').length
  for (let turn = 0; turn < 16; turn += 1) {
    ofTom.open(turn % 2 === 0 ? null : id)
    await ofTom.socket.handled()
  }
  await eventually(async () => expect(await ofMara.here()).toEqual([tom.id]))
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)
  expect(ofMara.socket.all('playlistMembersHere').length - before).toBeLessThanOrEqual(seconds + 1)
})
