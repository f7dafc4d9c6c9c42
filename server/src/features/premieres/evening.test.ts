import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import * as contract from '@tonarchiv/contract/premieres'
import * as rooms from '@tonarchiv/contract/rooms'
import { describe, expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { rooms as listeningRooms } from '#features/rooms/index.ts'
import { addByForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { followRoom, stateAt } from '#testing/listening-room.ts'
import { callers, startApp, type TestApp, type TestEnvironment } from '#testing/start-app.ts'

const HOUR_MS = 3_600_000
const TITLE = 'Zweite Halbzeit'

const inHours = (app: TestApp, hours: number) =>
  new Date(app.services.now().getTime() + hours * HOUR_MS).toISOString()

/** An archive with an album whose premiere is in an hour; its tracks last for ten minutes each. */
async function announced(environment: TestEnvironment = {}) {
  const app = await startApp({}, environment)
  const [admin, mila, okan] = [await app.signIn({ isAdmin: true }), await app.signIn(), await app.signIn()]
  const premiere = { opensAt: inHours(app, 1), isCovered: true }
  const tracks = ['Anpfiff', 'Flutlicht']
  const { albumId } = await addByForm(admin, { albumTitel: TITLE, cover: 'cover.jpg', tracks, premiere })
  await app.services.db.updateTable('tracks').set({ durationSeconds: 600 }).execute()
  const eveningFor = async (member: Pick<typeof mila, 'call'>) =>
    (await member.call(contract.getPremiereEvening, { params: { albumId } })).evening
  await eventually(async () => expect(await eveningFor(mila)).not.toBeNull())
  /** Moves the clock to the time of the premiere, so that the next call opens the album. */
  const openDoors = async () => {
    app.passTime(HOUR_MS)
    await admin.call(contract.listPremieres, {})
  }
  const say = async (member: typeof mila, message: string) =>
    member.call(postMessage, { body: { message, conversationId: albumId, messageType: 'text' } })
  const read = async (member: Pick<typeof mila, 'call'>) =>
    (await member.call(listMessages, { query: { conversationId: albumId } })).messages.map(
      ({ content }) => content,
    )
  return { app, admin, mila, okan, albumId, params: { id: albumId }, eveningFor, openDoors, say, read }
}

describe('the room of a premiere', () => {
  test('waits with the members who are there, and reveals nothing of the album', async () => {
    const { mila, okan, params, albumId, eveningFor, say } = await announced()
    const { room } = await mila.call(rooms.joinRoom, { params })
    expect(room).toMatchObject({
      state: { roomId: albumId, mode: 'premiere', name: 'Premierenabend', hostId: null, queue: [] },
      entries: [],
      events: [],
    })
    await okan.call(rooms.joinRoom, { params })
    await say(okan, 'Wetten, es beginnt mit dem Anpfiff?')
    expect(await eveningFor(mila)).toMatchObject({
      title: TITLE,
      phase: 'waiting',
      openedAt: null,
      coverUrl: null,
      peopleCount: 2,
      trackNumber: 0,
      trackCount: 0,
      messageCount: 1,
    })
    expect((await mila.call(rooms.listRooms, {})).rooms).toEqual([])
  })

  test('is not there for members without a key', async () => {
    const { app, params, albumId } = await announced()
    const guest = await app.signIn({ hasKey: false })
    expect((await guest.refusal(rooms.joinRoom, { params })).body.code).toBe('ROOM_NOT_FOUND')
    expect((await guest.refusal(contract.getPremiereEvening, { params: { albumId } })).status).toBe(403)
  })

  test('plays the album for all at the same time when the doors open, without a call', async () => {
    const { app, mila, okan, params, openDoors, eveningFor } = await announced()
    const tabs = await Promise.all(
      [mila, okan].map(async (member) => {
        await member.call(rooms.joinRoom, { params })
        return followRoom(app, member, params.id)
      }),
    )
    for (const tab of tabs) await eventually(() => expect(stateAt(tab)).toBeDefined())
    await openDoors()
    for (const tab of tabs) await eventually(() => expect(stateAt(tab)?.playback.isPlaying).toBe(true))
    const [one, other] = tabs.map((tab) => stateAt(tab)?.playback)
    expect(one).toEqual(other)
    for (const tab of tabs) {
      const [entries] = tab.all('roomEntries')
      expect(entries?.entries.map(({ track }) => track?.title)).toEqual(['Anpfiff', 'Flutlicht'])
      const types = tab.got.map(({ type }) => type)
      const begun = tab.got.findIndex((one) => one.type === 'roomChanged' && one.playback.entryId !== null)
      expect(types.indexOf('roomEntries')).toBeLessThan(begun)
      expect(entries?.entries[0]?.id).toBe(one?.entryId)
    }
    expect(await eveningFor(mila)).toMatchObject({ phase: 'live', trackNumber: 1, trackCount: 2 })
    const { live, premieres } = await mila.call(contract.listPremieres, {})
    expect([live.map(({ title }) => title), premieres]).toEqual([[TITLE], []])
  })

  test('is controlled by no member', async () => {
    const { admin, mila, params, openDoors } = await announced()
    for (const member of [admin, mila]) await member.call(rooms.joinRoom, { params })
    await openDoors()
    // The music begins a moment after the premiere.
    const room = await eventually(async () => {
      const found = (await mila.call(rooms.getRoom, { params })).room
      expect(found.state.playback.entryId).not.toBeNull()
      return found
    })
    const { revision, playback } = room.state
    const about = { revision, entryId: playback.entryId ?? '' }
    const trackIds = room.entries.flatMap(({ track }) => track?.id ?? [])
    const commands = [
      { name: 'pause', ...about },
      { name: 'seek', ...about, positionMs: 5 },
      { name: 'next', ...about },
      { name: 'remove', ...about },
      { name: 'voteSkip', ...about, isFor: true },
      { name: 'add', revision, added: { trackIds } },
      { name: 'rename', revision, roomName: 'Meins' },
      { name: 'mode', revision, mode: 'all' },
      { name: 'host', revision, userId: mila.id },
    ]
    for (const member of [admin, mila])
      for (const body of commands)
        expect((await member.refusal(rooms.commandRoom, { params, body })).body.code).toBe('PREMIERE_RUNS')
    expect((await mila.call(rooms.getRoom, { params })).room.state).toMatchObject({ playback, hostId: null })
  })

  test('takes a thousand members and no more, and names a few of them', async () => {
    const { app, mila, params } = await announced()
    const { db } = app.services
    await mila.call(rooms.joinRoom, { params })
    const user = await db.selectFrom('users').selectAll().where('id', '=', mila.id).executeTakeFirstOrThrow()
    const ids = Array.from({ length: rooms.PREMIERE_PEOPLE_MAX - 1 }, (_, index) => `waiting-${index}`)
    for (let at = 0; at < ids.length; at += 100) {
      const some = ids.slice(at, at + 100)
      await db
        .insertInto('users')
        .values(some.map((id) => ({ ...user, id, username: id, email: `${id}@x.invalid` })))
        .execute()
      await db
        .insertInto('roomSeats')
        .values(
          some.map((id) => ({ roomId: params.id, userId: id, holderId: id, joinedAt: 1e15, seenAt: 1e15 })),
        )
        .execute()
    }
    const late = await app.signIn()
    expect((await late.refusal(rooms.joinRoom, { params })).body.code).toBe('PREMIERE_FULL')
    const { room } = await mila.call(rooms.getRoom, { params })
    expect([room.state.peopleCount, room.people.length]).toEqual([1000, rooms.PREMIERE_PEOPLE_NAMED])
  })

  test('ends when the premiere is called off, and waits again when it is set again', async () => {
    const { app, admin, mila, params, albumId, eveningFor, say, read } = await announced()
    await mila.call(rooms.joinRoom, { params })
    await say(mila, 'Ich bin da')
    const tab = await followRoom(app, mila, params.id)
    await eventually(() => expect(stateAt(tab)).toBeDefined())
    await admin.call(contract.cancelAlbumPremiere, { params: { albumTitel: TITLE } })
    await eventually(() => expect(tab.all('roomOver')).toMatchObject([{ reason: 'ended' }]))
    await eventually(async () =>
      expect((await mila.refusal(rooms.joinRoom, { params })).body.code).toBe('ROOM_ENDED'),
    )
    expect(await eveningFor(mila)).toBeNull()
    await eventually(async () =>
      expect((await mila.refusal(listMessages, { query: { conversationId: albumId } })).status).toBe(404),
    )
    const body = { opensAt: inHours(app, 2), isCovered: true }
    await admin.call(contract.setAlbumPremiere, { params: { albumTitel: TITLE }, body })
    await eventually(async () => mila.call(rooms.joinRoom, { params }))
    expect(await read(mila)).toEqual(['Ich bin da'])
  })

  test('survives the end of its process, also at the minute itself', async () => {
    const { app, mila, params, albumId } = await announced()
    await mila.call(rooms.joinRoom, { params })
    await app.services.db
      .updateTable('premieres')
      .set({ opensAt: inHours(app, -1), openedAt: inHours(app, -1) })
      .execute()
    // The process that opened the album ended before it could begin the evening.
    const after = await startApp({}, { beside: app })
    const there = callers(after.address, mila.token)
    await eventually(async () => {
      const { room } = await there.call(rooms.getRoom, { params })
      expect(room.state.playback.isPlaying).toBe(true)
      expect(room.entries.map(({ track }) => track?.title)).toEqual(['Anpfiff', 'Flutlicht'])
    })
    const { evening } = await there.call(contract.getPremiereEvening, { params: { albumId } })
    expect(evening?.phase).toBe('live')
  })

  test('begins for the tabs of all processes', async () => {
    const hub = memoryHub()
    const { app, mila, okan, params, openDoors } = await announced({ hub })
    const beside = await startApp({}, { beside: app, hub })
    await mila.call(rooms.joinRoom, { params })
    await okan.call(rooms.joinRoom, { params })
    const tabs = [await followRoom(app, mila, params.id), await followRoom(beside, okan, params.id)]
    for (const tab of tabs) await eventually(() => expect(stateAt(tab)).toBeDefined())
    await openDoors()
    for (const tab of tabs) {
      await eventually(() => expect(stateAt(tab)?.playback.isPlaying).toBe(true))
      expect(tab.all('roomEntries')[0]?.entries).toHaveLength(2)
    }
    const [one, other] = tabs.map((tab) => stateAt(tab)?.playback)
    expect(one).toEqual(other)
  })
})

describe('the conversation of a premiere evening', () => {
  test('stays with the album for all members who may hear it, and for no one before', async () => {
    const { app, admin, mila, okan, params, albumId, say, read, openDoors, eveningFor } = await announced()
    await mila.call(rooms.joinRoom, { params })
    await say(mila, 'Mit Flutlicht. Fünf Euro.')
    const reader = { params: { albumId } }
    expect((await okan.refusal(contract.readPremiereEvening, reader)).status).toBe(404)
    expect((await admin.refusal(contract.readPremiereEvening, reader)).status).toBe(404)
    await openDoors()
    expect((await okan.refusal(listMessages, { query: { conversationId: albumId } })).status).toBe(404)
    const { conversationId } = await okan.call(contract.readPremiereEvening, reader)
    expect([conversationId, await read(okan)]).toEqual([albumId, ['Mit Flutlicht. Fünf Euro.']])
    const body = { message: 'Zu spät', conversationId, messageType: 'text' }
    expect((await okan.refusal(postMessage, { body })).status).toBe(409)
    expect(
      (await (await app.signIn({ hasKey: false })).refusal(contract.readPremiereEvening, reader)).status,
    ).toBe(403)

    await mila.call(rooms.leaveRoom, { params })
    const { db } = app.services
    await db.updateTable('listeningRooms').set({ endedAt: 1, emptySince: 1 }).execute()
    for (const job of listeningRooms.cleanup) await job.run(app.services, new AbortController().signal)
    expect(await read(okan)).toHaveLength(1)
    expect(await eveningFor(okan)).toMatchObject({ phase: 'over', peopleCount: 1, messageCount: 1 })
    expect((await mila.call(rooms.listRooms, {})).ended).toEqual([])
  })

  test('goes with the album', async () => {
    const { app, admin, mila, params, albumId, say, openDoors } = await announced()
    await mila.call(rooms.joinRoom, { params })
    await say(mila, 'Da')
    await openDoors()
    await admin.call(deleteAlbum, { params: { albumTitel: TITLE } })
    const { db } = app.services
    await eventually(async () => {
      expect(await db.selectFrom('listeningRooms').select('id').execute()).toEqual([])
      expect(await db.selectFrom('conversations').select('id').where('id', '=', albumId).execute()).toEqual(
        [],
      )
    })
  })

  test('and the room are closed to a member who loses the key', async () => {
    const { app, mila, okan, params, albumId, say, openDoors } = await announced()
    for (const member of [mila, okan]) await member.call(rooms.joinRoom, { params })
    await say(mila, 'Da')
    await okan.call(rooms.leaveRoom, { params })
    await openDoors()
    const { db, events } = app.services
    for (const { id } of [mila, okan]) {
      await db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', id).execute()
      events.emit('accessChanged', { userId: id })
    }
    for (const member of [mila, okan])
      await eventually(async () =>
        expect((await member.refusal(listMessages, { query: { conversationId: albumId } })).status).toBe(404),
      )
    expect((await mila.refusal(rooms.getRoom, { params })).body.code).toBe('ROOM_NOT_FOUND')
    const seats = await db
      .selectFrom('roomSeats')
      .select('holderId')
      .where('holderId', 'is not', null)
      .execute()
    expect(seats).toEqual([])
  })
})
