import { randomUUID } from 'node:crypto'
import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import * as contract from '@tonarchiv/contract/rooms'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import type { BrowserSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { holdBack } from '#testing/hold-back.ts'
import { followRoom, openRoom, stateAt } from '#testing/listening-room.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import type { Member } from '#testing/sign-in.ts'
import { callers, startApp, type TestApp, type TestEnvironment } from '#testing/start-app.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => redis.stop())

/** Members leave and rooms end soon. */
const TIMES = { roomSweepEveryMs: 50, roomEndsAfterMs: 300 }

const at = ({ address }: TestApp, { token }: Member) => callers(address, token)

async function oneProcess(environment: TestEnvironment = {}): Promise<[TestApp, TestApp]> {
  const app = await startApp({}, environment)
  return [app, app]
}

async function processes(environment: TestEnvironment = {}, redisUrl?: string): Promise<[TestApp, TestApp]> {
  const settings = { secret: randomUUID().repeat(2), ...(redisUrl !== undefined && { redisUrl }) }
  const first = await startApp(settings, environment)
  const second = await startApp(settings, { ...environment, beside: first })
  await eventually(() => expect([first, second].every(({ services }) => services.bus.isUp())).toBe(true))
  return [first, second]
}

/** Matches the statement by which a room is read before a tab may follow it. */
const isReadOfSeats = (statement: string) => /^select .*from "room_seats" where "room_id"/u.test(statement)

/** Makes it look as if no process had seen a tab of this member for long. */
async function expire({ services }: TestApp, userId: string): Promise<void> {
  await services.db.updateTable('roomSeats').set({ seenAt: -1 }).where('holderId', '=', userId).execute()
}

const next = ({ playback, revision }: contract.RoomState) =>
  ({ name: 'next', revision, entryId: playback.entryId ?? '' }) as const

describe('a room', () => {
  test('is opened with the tracks of an album, listed, joined and left', async () => {
    const app = await startApp()
    const { host, room, params } = await openRoom(app)
    expect(room.entries.map(({ track }) => track?.title)).toEqual(['Tinte', 'Feder', 'Siegel'])
    expect(room.state).toMatchObject({ hostId: host.id, revision: 1, peopleCount: 1 })
    const okan = await app.signIn()
    const listed = await okan.call(contract.listRooms, {})
    expect(listed.rooms).toMatchObject([
      { name: 'Nachtschicht', peopleCount: 1, isJoined: false, track: { title: 'Tinte' } },
    ])
    expect((await okan.refusal(contract.getRoom, { params })).body.code).toBe('NOT_IN_ROOM')
    const joined = await okan.call(contract.joinRoom, { params })
    expect(joined.room.people.map(({ id }) => id)).toEqual([host.id, okan.id])
    await host.call(contract.leaveRoom, { params })
    const after = await okan.call(contract.getRoom, { params })
    expect(after.room.state).toMatchObject({ hostId: okan.id, peopleCount: 1 })
    expect(after.room.events.map(({ name }) => name)).toEqual(['joined', 'joined', 'left', 'host'])
  })

  test('shows a member without a key how long entries last, and neither titles nor covers', async () => {
    const app = await startApp()
    const { host, params } = await openRoom(app)
    const guest = await app.signIn({ hasKey: false })
    const { room } = await guest.call(contract.joinRoom, { params })
    expect(room.entries.map(({ state, durationMs, track }) => [state, durationMs, track])).toEqual(
      Array.from({ length: 3 }, () => ['locked', 600_000, undefined]),
    )
    const tab = await followRoom(app, guest, params.id)
    await eventually(() => expect(stateAt(tab)).toBeDefined())
    const [, feather] = room.state.queue
    await host.call(contract.commandRoom, {
      params,
      body: { name: 'remove', revision: 2, entryId: feather?.id ?? '' },
    })
    await eventually(() => expect(tab.all('roomEvents').flatMap(({ events }) => events)).toHaveLength(1))
    const listed = await guest.call(contract.listRooms, {})
    expect(listed.rooms[0]?.track).toBeNull()
    const texts = JSON.stringify([room, listed, tab.got])
    for (const title of ['Tinte', 'Feder', 'Siegel', 'Löschpapier']) expect(texts).not.toContain(title)
    const added = { trackIds: ['a'] }
    const refused = await guest.refusal(contract.commandRoom, {
      params,
      body: { name: 'add', revision: 2, added },
    })
    expect(refused.body.code).toBe('KEY_REQUIRED')
  })

  test('is one at a time for an account, also when it joins two at once', async () => {
    const app = await startApp()
    const { params, album } = await openRoom(app)
    const other = await app.signIn()
    const body = { name: 'Blechschaden', added: { albumId: album.albumId } }
    const second = (await other.call(contract.openRoom, { body })).room.state.roomId
    const okan = await app.signIn()
    await Promise.all([params.id, second].map(async (id) => okan.call(contract.joinRoom, { params: { id } })))
    const { rooms } = await okan.call(contract.listRooms, {})
    expect(rooms.filter(({ isJoined }) => isJoined)).toHaveLength(1)
  })

  test('is part of the export of an account, and keeps nothing of a deleted one', async () => {
    const app = await startApp()
    const { host, params } = await openRoom(app, 'vote')
    const okan = await app.signIn()
    const { room } = await okan.call(contract.joinRoom, { params })
    const entryId = room.state.queue[1]?.id ?? ''
    await okan.call(contract.commandRoom, {
      params,
      body: { name: 'vote', revision: 2, entryId, isFor: true },
    })
    expect(await okan.call(exportAccount, {})).toMatchObject({
      listeningRooms: {
        rooms: [{ id: params.id, name: 'Nachtschicht', isHost: false }],
        votes: [{ roomId: params.id, entryId }],
      },
    })
    const { listeningRooms } = await host.call(exportAccount, {})
    expect(listeningRooms).toMatchObject({
      rooms: [{ isHost: true }],
      addedTitles: ['Tinte', 'Feder', 'Siegel'].map((title) => ({ title })),
    })
    for (const { id, password, call } of [okan, host]) {
      await call(deleteAccount, { body: { password } })
      const tables = ['listeningRooms', 'roomEntries', 'roomVotes', 'roomSeats'] as const
      const rows = await Promise.all(
        tables.map(async (table) => app.services.db.selectFrom(table).selectAll().execute()),
      )
      expect(JSON.stringify(rows)).not.toContain(id)
    }
  })

  test('goes on with the next entry by itself, and notifies the tabs that follow it', async () => {
    const app = await startApp()
    const { host, room, params } = await openRoom(app)
    const tab = await followRoom(app, host, params.id)
    await eventually(() => expect(stateAt(tab)?.revision).toBe(1))
    const seek = { name: 'seek', revision: 1, entryId: room.state.playback.entryId ?? '' } as const
    await host.call(contract.commandRoom, { params, body: { ...seek, positionMs: 599_900 } })
    const following = room.state.queue[0]?.id
    await eventually(() =>
      expect(stateAt(tab)?.playback).toMatchObject({ entryId: following, isPlaying: true }),
    )
  })

  test('sends nothing to tabs of members who are not in it', async () => {
    const app = await startApp()
    const { host, room, params } = await openRoom(app)
    const outsider = await followRoom(app, await app.signIn(), params.id)
    await eventually(() => expect(outsider.all('roomOver')).toHaveLength(1))
    await host.call(contract.commandRoom, { params, body: next(room.state) })
    await outsider.handled()
    const types = new Set(outsider.got.map(({ type }) => type))
    for (const type of ['roomChanged', 'roomPeople', 'roomEvents'] as const) expect(types).not.toContain(type)
  })

  test('limits the commands of an account', async () => {
    const app = await startApp({ rateLimitFactor: 1 })
    const { host, room, params } = await openRoom(app)
    const press = async () => {
      const body = { name: 'pause', revision: 1, entryId: room.state.playback.entryId ?? '' } as const
      const response = await app.fetch(`/api/rooms/${params.id}/commands`, {
        method: 'POST',
        headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.status
    }
    const statuses = await Promise.all(Array.from({ length: 60 }, press))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20)
    expect(statuses).toContain(429)
  })
})

describe('members who do not come back', () => {
  test('leave, the longest present becomes host, and the empty room ends', async () => {
    const app = await startApp({}, { times: TIMES })
    const { host, params } = await openRoom(app)
    const okan = await app.signIn()
    await okan.call(contract.joinRoom, { params })
    const tabs = [await followRoom(app, host, params.id), await followRoom(app, okan, params.id)]
    await eventually(() => expect(tabs.map((tab) => stateAt(tab)?.peopleCount)).toEqual([2, 2]))
    tabs[0]?.close()
    await eventually(async () => {
      await expire(app, host.id)
      expect(tabs[1] && stateAt(tabs[1])).toMatchObject({ hostId: okan.id, peopleCount: 1 })
    })
    tabs[1]?.close()
    await eventually(async () => {
      await expire(app, okan.id)
      expect((await okan.call(contract.listRooms, {})).rooms).toEqual([])
    })
    const { ended } = await okan.call(contract.listRooms, {})
    expect(ended).toMatchObject([{ name: 'Nachtschicht', peopleCount: 2, playedCount: 1 }])
    expect((await okan.refusal(contract.joinRoom, { params })).body.code).toBe('ROOM_ENDED')
    const outsider = await app.signIn()
    expect((await outsider.call(contract.listRooms, {})).ended).toEqual([])
  })

  test('keep their seat through a reload', async () => {
    const app = await startApp()
    const { host, params } = await openRoom(app)
    const tab = await followRoom(app, host, params.id)
    await eventually(() => expect(stateAt(tab)).toBeDefined())
    tab.close()
    const again = await followRoom(app, host, params.id)
    await eventually(() => expect(stateAt(again)).toMatchObject({ hostId: host.id, peopleCount: 1 }))
  })
})

/** A room with two members, each of whom follows it with a tab at one of the processes. */
async function roomOfTwo(first: TestApp, second: TestApp) {
  const opened = await openRoom(first)
  const { host, params } = opened
  const okan = await first.signIn()
  await okan.call(contract.joinRoom, { params })
  const tabs = [await followRoom(first, host, params.id), await followRoom(second, okan, params.id)] as const
  await eventually(() => expect(tabs.every((tab) => stateAt(tab) !== undefined)).toBe(true))
  return { ...opened, okan, tabs }
}

describe.each<[string, (environment?: TestEnvironment) => Promise<[TestApp, TestApp]>]>([
  ['in one process', oneProcess],
  [
    'over two processes that share a hub',
    async (environment) => processes({ ...environment, hub: memoryHub() }),
  ],
  ['over two processes on Redis', async (environment) => processes(environment, redis.url)],
])('%s', (_name, places) => {
  test('two who press next at once skip one entry, and both tabs see it', async () => {
    const [first, second] = await places()
    const { host, room, params, okan, tabs } = await roomOfTwo(first, second)
    const answers = await Promise.all([
      at(first, host).call(contract.commandRoom, { params, body: next(room.state) }),
      at(second, okan).call(contract.commandRoom, { params, body: next(room.state) }),
    ])
    expect(answers.filter(({ isApplied }) => isApplied)).toHaveLength(1)
    const [one, other] = answers.map(({ state }) => state)
    expect(one).toEqual(other)
    await eventually(() => {
      for (const tab of tabs)
        expect(stateAt(tab)).toMatchObject({
          revision: one?.revision,
          playback: { entryId: room.state.queue[0]?.id },
        })
    })
  })

  test('a tab that begins to follow while another member joins sees both', async () => {
    const [first, second] = await places()
    const { host, params } = await openRoom(first)
    const okan = await first.signIn()
    const hold = holdBack(first, isReadOfSeats)
    const tab = await followRoom(first, host, params.id)
    await hold.reached
    await at(second, okan).call(contract.joinRoom, { params })
    hold.letGo()
    await eventually(() => expect(stateAt(tab)?.peopleCount).toBe(2))
  })

  test('a tab of a member who is not in the room gets nothing of it, also while its right is being read', async () => {
    const [first, second] = await places()
    const { host, room, params, tabs } = await roomOfTwo(first, second)
    const outsider = await first.signIn()
    const hold = holdBack(first, isReadOfSeats)
    const tab = await followRoom(first, outsider, params.id)
    await hold.reached
    const rename = { name: 'rename', revision: room.state.revision, roomName: 'Geheimfach' } as const
    await at(second, host).call(contract.commandRoom, { params, body: rename })
    for (const each of tabs) await eventually(() => expect(stateAt(each)?.name).toBe('Geheimfach'))
    hold.letGo()
    await eventually(() => expect(tab.all('roomOver')).toHaveLength(1))
    await tab.handled()
    const types = new Set(tab.got.map(({ type }) => type))
    for (const type of ['roomChanged', 'roomEvents', 'roomPeople', 'roomEntries'] as const)
      expect(types.has(type)).toBe(false)
  })

  test('each sees how far the others are from the room', async () => {
    const [first, second] = await places({ times: { roomDeviationsEveryMs: 50 } })
    const { host, params, okan, tabs } = await roomOfTwo(first, second)
    for (const [index, tab] of tabs.entries())
      tab.send({ type: 'roomHere', roomId: params.id, sound: 'on', deviationMs: 7 * index - 3 })
    const known = [
      { userId: host.id, ms: -3 },
      { userId: okan.id, ms: 4 },
    ]
    for (const tab of tabs)
      await eventually(() => {
        const { deviations = [] } = tab.all('roomDeviations').at(-1) ?? {}
        expect(deviations.toSorted((one, other) => one.ms - other.ms)).toEqual(known)
      })
  })

  test('commands begin soon where all are near, and later where one is far away', async () => {
    const [first, second] = await places()
    const { host, room, params, okan, tabs } = await roomOfTwo(first, second)
    const entryId = room.state.playback.entryId ?? ''
    /** The earliest and the latest time at which the server can have run the command, and the begin that it chose. */
    const seek = async () => {
      const before = await host.call(contract.getRoom, { params })
      const { revision } = before.room.state
      const body = { name: 'seek', revision, entryId, positionMs: 5000 } as const
      const { state } = await host.call(contract.commandRoom, { params, body })
      const after = await host.call(contract.getRoom, { params })
      return { from: before.room.now, until: after.room.now, at: state.playback.at }
    }
    const near = await seek()
    expect(near.at - contract.ROOM_LEAD_LEAST_MS).toBeLessThanOrEqual(near.until)
    tabs[1].send({ type: 'roomHere', roomId: params.id, sound: 'on', delayMs: 300 })
    await eventually(async () => {
      const far = await seek()
      expect(far.at - contract.ROOM_LEAD_MS).toBeGreaterThanOrEqual(far.from)
    })
    // The member who is far away leaves.
    await okan.call(contract.leaveRoom, { params })
    const again = await seek()
    expect(again.at - contract.ROOM_LEAD_LEAST_MS).toBeLessThanOrEqual(again.until)
  })

  test('each sees who is there and what they hear', async () => {
    const [first, second] = await places()
    const { host, params } = await openRoom(first)
    const okan = await first.signIn()
    await okan.call(contract.joinRoom, { params })
    const tabs = [await followRoom(first, host, params.id), await followRoom(second, okan, params.id)]
    const heard = (tab: BrowserSocket) => {
      const people = new Map<string, string>()
      for (const message of tab.all('roomPeople')) {
        for (const { id, sound } of message.people) people.set(id, sound)
        for (const id of message.left) people.delete(id)
      }
      return Object.fromEntries(people)
    }
    const both = { [host.id]: 'on', [okan.id]: 'on' }
    await eventually(() => expect(tabs.map(heard)).toEqual([both, both]))
    tabs[1]?.send({ type: 'roomHere', roomId: params.id, sound: 'locked' })
    await eventually(() =>
      expect(tabs[0] && heard(tabs[0])).toEqual({ [host.id]: 'on', [okan.id]: 'locked' }),
    )
  })
})

test('a tab whose right could not be read follows the room as soon as it can be read', async () => {
  const app = await startApp({}, { times: TIMES })
  const { host, params } = await openRoom(app)
  const hold = holdBack(app, isReadOfSeats)
  const tab = await followRoom(app, host, params.id)
  await hold.reached
  hold.fail(new Error('The database is away'))
  await eventually(() => expect(stateAt(tab)?.peopleCount).toBe(1))
})

test('while Redis is unavailable, commands reach the tabs of the other process', async () => {
  const own = await startRedis()
  onTestFinished(async () => own.stop())
  const [first, second] = await processes({}, own.url)
  const { host, room, params } = await openRoom(first)
  const okan = await first.signIn()
  await okan.call(contract.joinRoom, { params })
  const tab = await followRoom(second, okan, params.id)
  await eventually(() => expect(stateAt(tab)).toBeDefined())
  await own.stop()
  await at(first, host).call(contract.commandRoom, { params, body: next(room.state) })
  await eventually(() => expect(stateAt(tab)?.playback.entryId).toBe(room.state.queue[0]?.id))
})

test('a room outlives the process in which its members were', async () => {
  const [first, second] = await processes({}, redis.url)
  const { host, room, params } = await openRoom(first)
  const tab = await followRoom(second, host, params.id)
  await eventually(() => expect(stateAt(tab)).toBeDefined())
  await second.close()
  expect(await tab.closed()).toBe(SOCKET_CLOSED.goingAway)
  const again = await followRoom(first, host, params.id)
  await eventually(() => expect(stateAt(again)).toMatchObject({ hostId: host.id, peopleCount: 1 }))
  const read = await host.call(contract.getRoom, { params })
  expect(read.room.state.playback).toEqual(room.state.playback)
  expect(read.room.entries).toHaveLength(3)
})
