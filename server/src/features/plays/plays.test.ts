import { deleteAlbum, replaceCover, updateAlbum } from '@tonarchiv/contract/archive-editing'
import {
  getPersonalTrackStats,
  getTrackStats,
  listPlays,
  listTopTracks,
  recordPlay,
} from '@tonarchiv/contract/plays'
import { expect, test } from 'vitest'
import { fileOf } from '#testing/album-forms.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp } from '#testing/start-app.ts'

async function archiveWithTwoTracks() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const album = await addSampleAlbum(admin, {
    albumTitel: 'Nordlicht Süd',
    isExclusive: true,
    tracks: [
      { title: 'Abfahrt', sample: 'cbr.mp3' },
      { title: 'Rücklichter', sample: 'opus.opus' },
      { title: 'Verschollen' },
    ],
  })
  const [first, second, missing] = album.tracks
  if (first === undefined || second === undefined || missing === undefined)
    throw new Error('The album has three tracks')
  return { app, admin, album, first, second, missing }
}

test('a play counts in total and for the member, with the titles of the archive', async () => {
  const { app, first } = await archiveWithTwoTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { play } = await mara.call(recordPlay, {
    body: {
      track_id: first.id,
      track_name: 'Gelogen',
      artist: 'Gelogen',
      album: 'Gelogen',
      cover_url: 'x',
      duration: 1,
      completed: false,
    },
  })
  expect(play).toMatchObject({
    track_id: first.id,
    track_name: 'Abfahrt',
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    completed: false,
  })
  await tom.call(recordPlay, { body: { track_id: first.id } })
  expect(await mara.call(getTrackStats, { params: { track: first.id } })).toMatchObject({ count: 2 })
  expect(await mara.call(getTrackStats, { params: { track: first.file ?? '' } })).toMatchObject({ count: 2 })
  expect(await mara.call(getPersonalTrackStats, { params: { track: first.id } })).toEqual({
    count: 1,
    lastPlayed: play.played_at,
  })
})

test('a track that was never played, or does not exist, has 0 and null', async () => {
  const { app, second } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  for (const track of [second.id, 'gibt-es-nicht']) {
    expect(await mara.call(getTrackStats, { params: { track } })).toEqual({ count: 0, lastPlayed: null })
  }
})

test('twenty concurrent copies of one play count once; after the track’s duration it counts again', async () => {
  const { app, first } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  const copies = await Promise.allSettled(
    Array.from({ length: 20 }, () => mara.call(recordPlay, { body: { track_id: first.id } })),
  )
  expect(copies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await mara.refusal(recordPlay, { body: { track_id: first.id } })).status).toBe(409)
  app.passTime(31_000)
  await mara.call(recordPlay, { body: { track_id: first.id } })
  expect((await mara.call(listPlays, { query: {} })).plays).toHaveLength(2)
  expect(await mara.call(getTrackStats, { params: { track: first.id } })).toMatchObject({ count: 2 })
})

test('plays that are reported late keep their time, and a second copy is rejected', async () => {
  const { app, first } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  const ago = (minutes: number) => new Date(app.services.now().getTime() - minutes * 60_000).toISOString()
  const late = [{ heard_at: ago(30) }, { heard_at: ago(20) }]
  for (const body of late) await mara.call(recordPlay, { body: { track_id: first.id, ...body } })
  expect((await mara.refusal(recordPlay, { body: { track_id: first.id, ...late[1] } })).body.code).toBe(
    'PLAYED_JUST_NOW',
  )
  expect(await mara.call(getTrackStats, { params: { track: first.id } })).toEqual({
    count: 2,
    lastPlayed: late[1]?.heard_at,
  })
})

test('a play that is reported after a later one counts at its own time; copies of it count once', async () => {
  const { app, first } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  const ago = (seconds: number) => new Date(app.services.now().getTime() - seconds * 1000).toISOString()
  const notify = async (heard_at: string) => mara.call(recordPlay, { body: { track_id: first.id, heard_at } })
  const latest = ago(100)
  await notify(latest)
  const late = ago(200)
  const copies = await Promise.allSettled(Array.from({ length: 10 }, () => notify(late)))
  expect(copies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // At each of these times the previous counted play of the track is less than the track's duration away.
  for (const heard_at of [ago(110), ago(190), ago(210)])
    expect((await mara.refusal(recordPlay, { body: { track_id: first.id, heard_at } })).status).toBe(409)
  await notify(ago(150))
  expect(await mara.call(getPersonalTrackStats, { params: { track: first.id } })).toEqual({
    count: 3,
    lastPlayed: latest,
  })
})

test('a play that was heard without a connection for 30 days is counted with its own time', async () => {
  const { app, first } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  const heard_at = new Date(app.services.now().getTime() - 30 * 24 * 3_600_000).toISOString()
  const { play } = await mara.call(recordPlay, { body: { track_id: first.id, heard_at } })
  expect(play.played_at).toBe(heard_at)
})

test.each([
  ['in the future', 60],
  ['more than a month ago', -60 * 24 * 32],
])('a play that says it was heard %s was heard now', async (_case, minutes) => {
  const { app, first } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  const now = app.services.now()
  const heard_at = new Date(now.getTime() + minutes * 60_000).toISOString()
  const { play } = await mara.call(recordPlay, { body: { track_id: first.id, heard_at } })
  expect(Math.abs(Date.parse(play.played_at) - now.getTime())).toBeLessThan(60_000)
})

test('a play event stores start, end position and device', async () => {
  const { app, first } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  const started_at = new Date(app.services.now().getTime() - 90_000).toISOString()
  await mara.call(recordPlay, { body: { track_id: first.id, started_at, end_position: 31.5 } })
  const event = await app.services.db
    .selectFrom('plays')
    .select(['startedAt', 'endPositionSeconds', 'device'])
    .where('userId', '=', mara.id)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ startedAt: started_at, endPositionSeconds: 31.5 })
  expect(event.device).not.toBe('')
})

test('a placeholder and an unknown track cannot be played', async () => {
  const { app, missing } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  for (const id of [missing.id, 'nichts'])
    expect((await mara.refusal(recordPlay, { body: { track_id: id } })).status).toBe(404)
})

test('a track that is marked as missing is neither played nor a top track', async () => {
  const { app, admin, first, second, missing } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  for (const { id } of [first, second]) await mara.call(recordPlay, { body: { track_id: id } })
  const tom = await app.signIn()
  await tom.call(recordPlay, { body: { track_id: first.id } })
  const tracks = [{ id: first.id, title: '[FEHLT] Abfahrt' }, second.id, missing.id]
  await admin.call(updateAlbum, { params: { albumTitel: 'Nordlicht Süd' }, body: { tracks } })
  expect((await tom.refusal(recordPlay, { body: { track_id: first.id } })).status).toBe(404)
  const top = await tom.call(listTopTracks, { query: {} })
  expect(top.tracks.map(({ title }) => title)).toEqual(['Rücklichter'])
  // The track that is marked as missing has the most plays, but is not in the list.
  expect((await tom.call(listTopTracks, { query: { limit: 1 } })).tracks).toEqual(top.tracks)
})

test('top tracks: most played first, at most as many as requested', async () => {
  const { app, first, second } = await archiveWithTwoTracks()
  const people = [await app.signIn(), await app.signIn(), await app.signIn()]
  for (const one of people) await one.call(recordPlay, { body: { track_id: second.id } })
  await people[0]?.call(recordPlay, { body: { track_id: first.id } })
  const { tracks } = (await people[0]?.call(listTopTracks, { query: {} })) ?? { tracks: [] }
  expect(tracks.map(({ title, count, exclusive, artist }) => [title, count, exclusive, artist])).toEqual([
    ['Rücklichter', 3, true, 'Nordlicht Süd'],
    ['Abfahrt', 1, true, 'Nordlicht Süd'],
  ])
  expect((await people[0]?.call(listTopTracks, { query: { limit: 1 } }))?.tracks).toHaveLength(1)
})

test('the history contains one’s own plays, newest first, and is paged by cursor', async () => {
  const { app, first, second } = await archiveWithTwoTracks()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  await mara.call(recordPlay, { body: { track_id: first.id } })
  await mara.call(recordPlay, { body: { track_id: second.id } })
  await tom.call(recordPlay, { body: { track_id: first.id } })
  const { plays } = await mara.call(listPlays, { query: { limit: 1 } })
  expect(plays.map(({ track_name }) => track_name)).toEqual(['Rücklichter'])
  expect(plays[0]?.track).toEqual({
    id: second.id,
    file: second.file,
    duration: second.duration,
    exclusive: true,
  })
  const older = await mara.call(listPlays, { query: { before: plays[0]?.id ?? '' } })
  expect(older.plays.map(({ track_name }) => track_name)).toEqual(['Abfahrt'])
})

test('the history keeps the titles of deleted tracks', async () => {
  const { app, admin, album, first } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  await mara.call(recordPlay, { body: { track_id: first.id } })
  await admin.call(deleteAlbum, { params: { albumTitel: album.albumTitel } })
  expect((await mara.call(listPlays, { query: {} })).plays).toMatchObject([
    { track_id: null, track_name: 'Abfahrt', album: 'Nordlicht Süd', track: null },
  ])
  expect((await mara.call(listTopTracks, { query: {} })).tracks).toEqual([])
})

test('the history shows tracks as they were edited since', async () => {
  const { app, admin, album, first, second, missing } = await archiveWithTwoTracks()
  const mara = await app.signIn()
  await mara.call(recordPlay, { body: { track_id: first.id } })
  const params = { albumTitel: album.albumId }
  const form = new FormData()
  form.set('albumCover', fileOf('cover.jpg'))
  await admin.call(replaceCover, { params, form })
  const tracks = [{ id: first.id, title: 'Ankunft' }, second.id, missing.id]
  const body = { albumTitel: 'Nordlicht', artists: ['Ada'], tracks }
  const edited = (await admin.call(updateAlbum, { params, body })).album
  expect(edited.albumCover).toContain('/api/cover/')
  const { plays } = await mara.call(listPlays, { query: {} })
  expect(plays.map((play) => [play.track_name, play.artist, play.album, play.cover_url])).toEqual([
    ['Ankunft', 'Ada', 'Nordlicht', edited.albumCover],
  ])
})

test('the history names a track that needs conversion', async () => {
  const { app, admin } = await archiveWithTwoTracks()
  const { tracks } = await addSampleAlbum(admin, { tracks: [{ title: 'Herb', sample: 'lossless.m4a' }] })
  const mara = await app.signIn()
  const { play } = await mara.call(recordPlay, { body: { track_id: tracks[0]?.id ?? '' } })
  expect(play.track).toMatchObject({ needsConversion: true })
})
