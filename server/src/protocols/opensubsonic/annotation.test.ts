import { changeUser } from '@tonarchiv/contract/admin'
import { listAppPasswords, revokeAppPassword } from '@tonarchiv/contract/app-passwords'
import { listFavorites, removeFavorite } from '@tonarchiv/contract/favorites'
import { LATE_PLAY_DAYS, listPlays, recordPlay } from '@tonarchiv/contract/plays'
import type { OnlineUser } from '@tonarchiv/contract/presence'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startFakeLastfm } from '#testing/fake-lastfm.ts'
import { type MusicApp, startMusicApp } from '#testing/opensubsonic/music-app.ts'
import type { RestClient } from '#testing/opensubsonic/rest-app.ts'
import { connectLastfm } from '#testing/scrobbling-app.ts'

const Songs = z.object({ song: z.array(z.looseObject({ title: z.string() })) })

/** The titles of the starred songs. `getStarred` and `getStarred2` must list the same songs. */
async function starredBy(client: RestClient): Promise<string[]> {
  const { starred2 } = z.parse(z.object({ starred2: Songs }), await client.call('getStarred2'))
  const { starred } = z.parse(z.object({ starred: Songs }), await client.call('getStarred'))
  expect(starred).toEqual(starred2)
  return starred2.song.map(({ title }) => title)
}

test('starred songs are the favorites of the web app, each once', async () => {
  const { client, member, idOf } = await startMusicApp()
  await client.callOnce('star', { id: ['Hafen', 'Erster', 'Hafen'].map(idOf) })
  await client.callOnce('star', { id: [idOf('Hafen'), 'unknown'] })
  const { favorites } = await member.call(listFavorites, {})
  expect(new Set(favorites.map(({ track }) => track?.id))).toEqual(new Set(['Hafen', 'Erster'].map(idOf)))
  expect((await starredBy(client)).toSorted()).toEqual(['Erster', 'Hafen'])
  const { song } = await client.call('getSong', { id: idOf('Hafen') })
  expect(song).toMatchObject({ starred: expect.stringMatching(/^\d{4}-.*Z$/) })
  for (const { id, track } of favorites)
    if (track?.id === idOf('Erster')) await member.call(removeFavorite, { params: { id } })
  expect(await starredBy(client)).toEqual(['Hafen'])
  await client.callOnce('unstar', { id: [idOf('Hafen'), idOf('Zweiter')] })
  await client.callOnce('unstar', { id: idOf('Hafen') })
  expect((await member.call(listFavorites, {})).favorites).toEqual([])
})

test('albums and artists cannot be starred, nothing can be rated, and that is an error of the protocol', async () => {
  const { client, idOf } = await startMusicApp()
  for (const name of ['star', 'unstar']) {
    expect(await client.error(name)).toBe(10)
    expect(await client.error(name, { albumId: idOf('Südwind') })).toBe(0)
    expect(await client.error(name, { artistId: idOf('Ada'), id: idOf('Hafen') })).toBe(0)
    expect(await client.error(name, { id: 'x'.repeat(65) })).toBe(0)
  }
  // The id of an album, and a track without a file.
  for (const id of ['Südwind', 'Stille [FEHLT]'])
    expect([id, await client.error('star', { id: idOf(id) })]).toEqual([id, 70])
  expect(await starredBy(client)).toEqual([])
  expect(await client.error('setRating', { id: idOf('Hafen'), rating: 5 })).toBe(0)
  expect(await client.error('setRating', { id: idOf('Hafen'), rating: 6 })).toBe(0)
  expect(await client.error('setRating', { id: idOf('Hafen') })).toBe(10)
  await client.callOnce('setRating', { id: idOf('Hafen'), rating: 0 })
})

/** The app with a fake of Last.fm, to which its member is connected. */
async function startScrobblingMusicApp() {
  const lastfm = await startFakeLastfm()
  onTestFinished(() => lastfm.close())
  const scrobbling = { lastfm: lastfm.settings, listenbrainz: undefined, tellsUnreleased: false }
  const times = { lookForPlaysEveryMs: 50, broadcastPeopleEveryMs: 20 }
  const music = await startMusicApp({ scrobbling }, { times })
  await connectLastfm(music.app, lastfm, music.member, 'mara_hoert')
  return { ...music, lastfm }
}

test('plays of an app count with their times and are scrobbled, each once', async () => {
  const { app, client, member, idOf, lastfm } = await startScrobblingMusicApp()
  const now = app.services.now().getTime()
  const hoursAgo = (hours: number) => now - hours * 3_600_000
  const reported = {
    id: ['Hafen', 'Erster', 'Hafen'].map(idOf),
    time: [hoursAgo(3), hoursAgo(2), hoursAgo(1)],
  }
  await client.callOnce('scrobble', reported)
  // The response was lost, so the app reports the same plays again, together with a new one.
  await client.callOnce('scrobble', {
    id: [...reported.id, idOf('Zweiter')],
    time: [...reported.time, hoursAgo(0.5)],
    submission: true,
  })
  const { plays } = await member.call(listPlays, { query: {} })
  expect(new Set(plays.map(({ track_name: title, played_at: at }) => `${title} ${at}`))).toEqual(
    new Set(
      [`Hafen 3`, `Erster 2`, `Hafen 1`, `Zweiter 0.5`].map((play) => {
        const [title, hours] = play.split(' ')
        return `${title} ${new Date(hoursAgo(Number(hours))).toISOString()}`
      }),
    ),
  )
  const { device } = await app.services.db.selectFrom('plays').select('device').executeTakeFirstOrThrow()
  expect(device).toBe('Test')
  await eventually(() => expect(lastfm.arrived).toHaveLength(4))
  expect(new Set(lastfm.arrived.map(({ track, timestamp }) => `${track} ${timestamp}`))).toEqual(
    new Set(
      plays.map(({ track_name: title, played_at: at }) => `${title} ${Math.floor(Date.parse(at) / 1000)}`),
    ),
  )
  expect((await client.call('getSong', { id: idOf('Hafen') }))['song']).toMatchObject({
    playCount: 2,
    played: new Date(hoursAgo(1)).toISOString(),
  })
})

test('a play of an app and of the web app at the same time is one play', async () => {
  const { client, member, idOf } = await startMusicApp()
  await member.call(recordPlay, { body: { track_id: idOf('Hafen') } })
  await client.callOnce('scrobble', { id: idOf('Hafen') })
  expect((await member.call(listPlays, { query: {} })).plays).toHaveLength(1)
})

test('times that cannot be true are replaced by now, and what does not exist does not count', async () => {
  const { app, client, member, idOf } = await startMusicApp()
  const now = app.services.now().getTime()
  const dayMs = 24 * 3_600_000
  await client.callOnce('scrobble', {
    id: [idOf('Hafen'), idOf('Erster'), 'unknown', idOf('Zweiter')],
    time: [now + dayMs, now - (LATE_PLAY_DAYS + 1) * dayMs, now, 0],
  })
  const { plays } = await member.call(listPlays, { query: {} })
  expect(plays).toHaveLength(3)
  for (const { played_at: at } of plays) expect(Date.parse(at)).toBeGreaterThanOrEqual(now)
  expect(await client.error('scrobble')).toBe(10)
  expect(await client.error('scrobble', { id: ['unknown', idOf('Südwind')] })).toBe(70)
  for (const time of ['-1', '1e3', '99999999999999999999'])
    expect([time, await client.error('scrobble', { id: idOf('Hafen'), time })]).toEqual([time, 0])
  expect(await client.error('scrobble', { id: idOf('Hafen'), submission: 'maybe' })).toBe(0)
  expect((await member.call(listPlays, { query: {} })).plays).toHaveLength(3)
})

test('apps count as many plays an hour as the web app may, in the same limit', async () => {
  const { app, client, member, idOf } = await startMusicApp({ rateLimitFactor: 1 })
  await member.call(recordPlay, { body: { track_id: idOf('Erster') } })
  const now = app.services.now().getTime()
  for (const [first, count] of [
    [0, 120],
    [120, 119],
  ] as const) {
    const time = Array.from({ length: count }, (_, index) => now - (first + index + 1) * 200_000)
    await client.callOnce('scrobble', { id: time.map(() => idOf('Hafen')), time })
  }
  expect((await client.call('getSong', { id: idOf('Hafen') }))['song']).toMatchObject({ playCount: 239 })
  expect(await client.error('scrobble', { id: idOf('Zweiter') })).toBe(0)
  expect(await client.error('scrobble', { id: Array.from({ length: 241 }, () => '1') })).toBe(0)
})

/** A socket of another member, which receives what that member may see of the app's member. */
async function watching({ app, member }: MusicApp) {
  const watcher = openSocket(app, { token: (await app.signIn()).token })
  await watcher.ready()
  return async (expected: Partial<OnlineUser>) =>
    eventually(() => {
      const seen = watcher.all('userStatus').flatMap(({ users }) => users)
      expect(seen.findLast(({ id }) => id === member.id)).toMatchObject(expected)
    })
}

async function nowPlaying(client: RestClient) {
  const Playing = z.object({
    nowPlaying: z.object({ entry: z.array(z.looseObject({ title: z.string(), username: z.string() })) }),
  })
  const { entry } = z.parse(Playing, await client.call('getNowPlaying')).nowPlaying
  return entry.map(({ title, username }) => [username, title])
}

test('what an app plays is the presence of its member and reported as now playing, and counts no play', async () => {
  const music = await startScrobblingMusicApp()
  const { app, client, member, idOf, lastfm } = music
  const shows = await watching(music)
  await client.callOnce('scrobble', { id: idOf('Hafen'), submission: false })
  await shows({
    isOnline: true,
    isPlaying: true,
    currentTrack: { id: idOf('Hafen'), title: 'Hafen', artist: 'Ada, Bo' },
  })
  expect(await nowPlaying(client)).toEqual([['mara', 'Hafen']])
  await eventually(() => expect(lastfm.nowPlaying).toEqual([{ account: 'mara_hoert', track: 'Hafen' }]))
  await client.callOnce('scrobble', { id: idOf('Erster'), submission: false })
  await shows({ isPlaying: true, customStatus: 'Hört Erster' })
  expect(await nowPlaying(client)).toEqual([['mara', 'Erster']])
  expect((await member.call(listPlays, { query: {} })).plays).toEqual([])
  expect(await client.error('scrobble', { id: idOf('Südwind'), submission: false })).toBe(70)
  // The server may respond to the change of a profile before it uses the changed profile, so the test waits for that.
  await member.call(updateProfile, { body: { showListening: false } })
  await eventually(async () => expect(await nowPlaying(client)).toEqual([]))
  await member.call(updateProfile, { body: { showListening: true } })
  await eventually(async () => expect(await nowPlaying(client)).toEqual([['mara', 'Erster']]))
  app.passTime(181_000)
  expect(await nowPlaying(client)).toEqual([])
})

test('what an app plays ends with its app password, and with the access of its member', async () => {
  const music = await startMusicApp({}, { times: { broadcastPeopleEveryMs: 20 } })
  const { app, client, member, idOf } = music
  const shows = await watching(music)
  const other = app.clientOf(await app.signIn())
  const play = async () => {
    await client.callOnce('scrobble', { id: idOf('Hafen'), submission: false })
    await shows({ isPlaying: true })
    expect(await nowPlaying(other)).toEqual([['mara', 'Hafen']])
  }
  await play()
  const admin = await app.signIn({ isAdmin: true })
  await admin.call(changeUser, { params: { id: member.id }, body: { keyVerified: false } })
  await shows({ isPlaying: false, isOnline: false })
  expect(await nowPlaying(other)).toEqual([])
  await app.services.db.updateTable('users').set({ keyVerified: 1 }).where('id', '=', member.id).execute()
  app.services.events.emit('accessChanged', { userId: member.id })
  await play()
  const { appPasswords } = await member.call(listAppPasswords, {})
  for (const { id } of appPasswords) await member.call(revokeAppPassword, { params: { id } })
  await shows({ isPlaying: false, isOnline: false })
  expect(await nowPlaying(other)).toEqual([])
})
