import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { exportAccount } from '@tonarchiv/contract/auth'
import { getPlayState, QUEUE_MAX, savePlayPosition, savePlayState } from '@tonarchiv/contract/play-state'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startMusicApp } from '#testing/opensubsonic/music-app.ts'
import { queryOf, type RestClient } from '#testing/opensubsonic/rest-app.ts'
import { addPlayableAlbums } from '#testing/playable-albums.ts'
import { Child } from './shapes/child.ts'
import { SavedPosition, PlayQueue, PlayQueueByIndex } from './shapes/queue.ts'

const NOTHING = {
  list: [],
  queued: [],
  in_between: null,
  order: null,
  position: -1,
  source: null,
  repeat: 'off' as const,
  shuffled: false,
  position_seconds: 0,
}

/** The queue. `getPlayQueue` and `getPlayQueueByIndex` must return the same one. */
async function queueOf(client: RestClient) {
  const { playQueue } = z.parse(z.object({ playQueue: PlayQueue }), await client.call('getPlayQueue'))
  const { playQueueByIndex: byIndex } = z.parse(
    z.object({ playQueueByIndex: PlayQueueByIndex }),
    await client.call('getPlayQueueByIndex'),
  )
  const { current, ...common } = playQueue
  const { currentIndex, ...same } = byIndex
  expect(same).toEqual(common)
  expect(current).toBe(currentIndex === undefined ? undefined : common.entry[currentIndex]?.id)
  const titles = common.entry.map(({ title }) => title)
  return { titles, index: currentIndex, position: common.position, changedBy: common.changedBy }
}

async function positionsOf(client: RestClient) {
  const Answer = z.object({ bookmarks: z.object({ bookmark: z.array(SavedPosition) }) })
  return z.parse(Answer, await client.call('getBookmarks')).bookmarks.bookmark
}

test('an app gets the queue of the web app in the order in which it plays', async () => {
  const { client, member, idOf } = await startMusicApp()
  expect(await queueOf(client)).toEqual({ titles: [], index: undefined, position: undefined, changedBy: '' })
  const list = ['Aufbruch', 'Weite <&"> See', 'Hafen', 'Erster'].map(idOf)
  const queued = [{ key: 'k1', track_id: idOf('Gastspiel') }]
  const state = { ...NOTHING, list, queued, order: [3, 1, 0, 2], position: 1, shuffled: true }
  await member.call(savePlayState, { body: { revision: 0, state: { ...state, position_seconds: 84.25 } } })
  expect(await queueOf(client)).toMatchObject({
    titles: ['Erster', 'Weite <&"> See', 'Gastspiel', 'Aufbruch', 'Hafen'],
    index: 1,
    position: 84_250,
  })
  const between = { ...state, in_between: idOf('Zweiter') }
  await member.call(savePlayState, { body: { revision: 1, state: between } })
  expect(await queueOf(client)).toMatchObject({
    titles: ['Erster', 'Weite <&"> See', 'Zweiter', 'Gastspiel', 'Aufbruch', 'Hafen'],
    index: 2,
    position: 0,
  })
})

test('what an app saves is the queue of the web app, whose open pages are notified', async () => {
  const { app, client, member, idOf } = await startMusicApp()
  const browser = openSocket(app, { token: member.token })
  await browser.ready()
  const ids = ['Hafen', 'Erster', 'Hafen', 'Zweiter'].map(idOf)
  await client.callOnce('savePlayQueue', { id: ids, current: idOf('Erster'), position: 12_500 })
  await eventually(() => expect(browser.all('playStateSaved')).toMatchObject([{ revision: 1 }]))
  const { revision, state } = await member.call(getPlayState, {})
  expect(revision).toBe(1)
  expect(state).toMatchObject({ position: 1, position_seconds: 12.5, device: 'Test', shuffled: false })
  expect(state?.list.map(({ id }) => id)).toEqual(ids)
  // A browser that has not read this queue cannot replace it.
  const stale = await member.refusal(savePlayState, { body: { revision: 0, state: NOTHING } })
  expect(stale.body.code).toBe('PLAY_STATE_CHANGED')
  await client.callOnce('savePlayQueueByIndex', { id: ids, currentIndex: 2, position: 1000 })
  expect(await queueOf(client)).toMatchObject({ index: 2, position: 1000, changedBy: 'Test' })
  await eventually(() => expect(browser.all('playStateSaved')).toHaveLength(2))
  // The queue contains the song twice: the entry that is already current stays current.
  await client.callOnce('savePlayQueue', { id: ids, current: idOf('Hafen'), position: 2000 })
  expect(await queueOf(client)).toMatchObject({ index: 2, position: 2000 })
  await client.callOnce('savePlayQueue')
  expect(await queueOf(client)).toMatchObject({ titles: [], index: undefined })
  expect((await member.call(getPlayState, {})).state).toBeNull()
})

test('a queue that an app saves as it is keeps where it comes from, and moves on in it', async () => {
  const { client, member, idOf } = await startMusicApp()
  const list = ['Aufbruch', 'Hafen', 'Erster'].map(idOf)
  const source = { title: 'Mix', path: '/playlists/1' }
  const state = {
    ...NOTHING,
    list,
    order: [2, 0, 1],
    position: 0,
    shuffled: true,
    source,
    repeat: 'all' as const,
  }
  await member.call(savePlayState, { body: { revision: 0, state } })
  const inOrder = ['Erster', 'Aufbruch', 'Hafen'].map(idOf)
  const save = async (currentIndex: number, position: number) =>
    client.callOnce('savePlayQueueByIndex', { id: inOrder, currentIndex, position })
  await save(0, 5000)
  expect(await member.call(getPlayState, {})).toMatchObject({
    revision: 1,
    state: { source, shuffled: true, position: 0, position_seconds: 5 },
  })
  await save(2, 6000)
  expect(await member.call(getPlayState, {})).toMatchObject({
    revision: 2,
    state: { source, shuffled: true, position: 2, position_seconds: 6, repeat: 'all' },
  })
  await client.callOnce('savePlayQueueByIndex', { id: inOrder.slice(1), currentIndex: 0 })
  expect(await member.call(getPlayState, {})).toMatchObject({
    revision: 3,
    state: { source: null, shuffled: false, order: null, position: 0, repeat: 'all' },
  })
})

test('songs that cannot be played are left out of a queue, and wrong places are errors', async () => {
  const { app, client, member, idOf } = await startMusicApp()
  const ids = ['Gastspiel', 'Hafen', 'Gastspiel', 'Erster'].map(idOf)
  await client.callOnce('savePlayQueueByIndex', { id: ['unknown', ...ids], currentIndex: 3, position: 9000 })
  expect(await queueOf(client)).toMatchObject({ index: 2, position: 9000 })
  const admin = await app.signIn({ isAdmin: true })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Sampler' } })
  expect(await queueOf(client)).toEqual({
    titles: ['Hafen', 'Erster'],
    index: 1,
    position: undefined,
    changedBy: 'Test',
  })
  expect(await client.error('savePlayQueueByIndex', { id: ids })).toBe(10)
  expect(await client.error('savePlayQueueByIndex', { id: ids, currentIndex: 4 })).toBe(0)
  expect(await client.error('savePlayQueue', { id: ids, current: idOf('Zweiter') })).toBe(0)
  expect(await client.error('savePlayQueue', { id: ids, position: -1 })).toBe(0)
  expect(await client.error('savePlayQueue', { id: idOf('Ada'), current: idOf('Ada') })).toBe(70)
  const many = queryOf({
    v: '1.16.1',
    c: 'test',
    f: 'json',
    ...client.credentials,
    id: Array.from({ length: QUEUE_MAX + 1 }, () => idOf('Hafen')),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.fetch('/rest/savePlayQueue', { method: 'POST', headers, body: many })
  expect(await answer.text()).toContain('"code":0')
  expect((await queueOf(client)).titles).toEqual(['Hafen', 'Erster'])
  expect((await member.call(getPlayState, {})).revision).toBe(1)
})

test('browsers and apps that save at the same time replace each other, and no save fails', async () => {
  const { client, member, idOf } = await startMusicApp()
  const saves = ['Hafen', 'Erster', 'Zweiter', 'Gastspiel'].map(async (title) =>
    client.callOnce('savePlayQueue', { id: idOf(title) }),
  )
  await Promise.all(saves)
  const { revision } = await member.call(getPlayState, {})
  expect(revision).toBe(4)
  await member.call(savePlayPosition, { body: { revision, position_seconds: 3 } })
  expect((await queueOf(client)).position).toBe(3000)
})

test('a position in a song is saved once, replaced, and removed, for its member only', async () => {
  const { app, client, member, idOf } = await startMusicApp()
  const [sea, port] = [idOf('Weite <&"> See'), idOf('Hafen')]
  await client.callOnce('createBookmark', { id: sea, position: 1500, comment: 'Hier <weiter>' })
  await client.callOnce('createBookmark', { id: port, position: 0 })
  app.passTime(1000)
  await client.callOnce('createBookmark', { id: sea, position: 70_000, comment: 'Refrain' })
  const [first, second] = await positionsOf(client)
  expect(first).toMatchObject({
    position: 70_000,
    comment: 'Refrain',
    username: 'mara',
    entry: { id: sea, title: 'Weite <&"> See', bookmarkPosition: 70_000 },
  })
  expect(Date.parse(first?.changed ?? '')).toBeGreaterThan(Date.parse(first?.created ?? ''))
  expect(second).toMatchObject({ position: 0, entry: { id: port } })
  expect(second?.comment).toBeUndefined()
  const other = app.clientOf(await app.signIn())
  expect(await positionsOf(other)).toEqual([])
  const positionIn = async ({ call }: RestClient, id: string) =>
    z.parse(z.object({ song: Child }), await call('getSong', { id })).song.bookmarkPosition
  expect(await positionIn(client, port)).toBe(0)
  expect(await positionIn(client, idOf('Erster'))).toBeUndefined()
  expect(await positionIn(other, sea)).toBeUndefined()
  expect(await other.error('deleteBookmark', { id: sea })).toBe(70)
  const { savedPositions } = z.parse(
    z.looseObject({ savedPositions: z.array(z.looseObject({ title: z.string() })) }),
    await member.call(exportAccount, {}),
  )
  expect(savedPositions.map(({ title }) => title)).toEqual(['Weite <&"> See', 'Hafen'])
  await client.callOnce('deleteBookmark', { id: sea })
  expect(await client.error('deleteBookmark', { id: sea })).toBe(70)
  const admin = await app.signIn({ isAdmin: true })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Südwind' } })
  expect(await positionsOf(client)).toEqual([])
  expect(await client.error('createBookmark', { id: port, position: 1 })).toBe(70)
  expect(await client.error('createBookmark', { id: sea })).toBe(10)
  expect(await client.error('createBookmark', { id: sea, position: 86_400_001 })).toBe(0)
  expect(await client.error('createBookmark', { id: sea, position: 1, comment: 'x'.repeat(1001) })).toBe(0)
})

test('a member saves a thousand positions at most', async () => {
  const { app, client, member, idOf } = await startMusicApp()
  const albums = Array.from({ length: 5 }, (_, album) => ({
    title: `Sammlung ${album}`,
    tracks: Array.from({ length: 200 }, (__, track) => `Stück ${album}-${track}`),
  }))
  const added = await addPlayableAlbums(app, albums)
  const ids = added.flatMap(({ tracks }) => tracks.map(({ id }) => id))
  const [first = '', second = ''] = ids
  const at = '2026-01-01T00:00:00.000Z'
  await app.services.db
    .insertInto('savedPositions')
    .values(
      ids.map((trackId) => ({
        userId: member.id,
        trackId,
        positionMs: 1,
        comment: '',
        createdAt: at,
        changedAt: at,
      })),
    )
    .execute()
  expect(await client.error('createBookmark', { id: idOf('Hafen'), position: 1 })).toBe(0)
  await client.callOnce('createBookmark', { id: first, position: 2 })
  await client.callOnce('deleteBookmark', { id: second })
  await client.callOnce('createBookmark', { id: idOf('Hafen'), position: 1 })
  expect(await positionsOf(client)).toHaveLength(1000)
})
