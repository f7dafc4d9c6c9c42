import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addByForm } from '#testing/album-forms.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { queriesFor } from '#testing/example-input.ts'
import { type RestClient, type RestParameters, startRestApp } from '#testing/opensubsonic/rest-app.ts'
import { grantScope, signInScoped } from '#testing/scoped-members.ts'
import { addVideoByForm } from '#testing/video-forms.ts'
import { endpoints } from './endpoints/index.ts'

const UNKNOWN = '01940000-0000-7000-8000-00000000abcd'

/** An archive of which a member may play one album, and a client of that member. */
async function startScopedApp() {
  const app = await startRestApp()
  const admin = await app.signIn({ isAdmin: true })
  const open = await addByForm(admin, { albumTitel: 'Offen', artists: ['Ada'], tracks: ['Alles da'] })
  const closed = await addByForm(admin, {
    albumTitel: 'Zu',
    artists: ['Bo'],
    cover: 'cover.jpg',
    tracks: ['Hinter Glas'],
  })
  const video = await addVideoByForm(admin, { title: 'Kurvenfilm', thumbnail: 'cover.jpg' })
  const member = await signInScoped(app, { kind: 'albums', albumIds: [open.albumId], hasVideos: false })
  const { db } = app.services
  const artist = await db
    .selectFrom('artists')
    .select('id')
    .where('name', '=', 'Bo')
    .executeTakeFirstOrThrow()
  const { coverName } = await db
    .selectFrom('albums')
    .select('coverName')
    .where('id', '=', closed.albumId)
    .executeTakeFirstOrThrow()
  const closedIds = {
    album: closed.albumId,
    song: closed.tracks[0]?.id ?? '',
    artist: artist.id,
    cover: coverName ?? '',
    video: video.id,
    thumbnail:
      (await db.selectFrom('videos').select('thumbnailName').executeTakeFirstOrThrow()).thumbnailName ?? '',
  }
  expect(Object.values(closedIds)).not.toContain('')
  return { app, member, client: app.clientOf(member), closedIds, openSong: open.tracks[0]?.id ?? '' }
}

/** What differs between two answers to the same call: ids and times of what was made. */
const OWN = new Set(['id', 'created', 'changed', 'coverArt', 'lastModified', 'time'])

async function answerTo({ fetch: request }: RestClient, name: string, parameters: RestParameters) {
  const response = await request(name, { ...parameters, f: 'json' })
  const text = await response.text()
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return 'a file'
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => (OWN.has(key) ? undefined : value))
}

test('an id that a key does not open is answered by every endpoint as one that does not exist', async () => {
  const { client, closedIds } = await startScopedApp()
  const wrong: string[] = []
  for (const { name, parameters } of endpoints) {
    const expected: string[] = []
    for (const query of queriesFor(parameters, UNKNOWN))
      expected.push((await answerTo(client, name, query)).replaceAll(UNKNOWN, 'ID'))
    for (const [kind, id] of Object.entries(closedIds))
      for (const [index, query] of queriesFor(parameters, id).entries()) {
        if (!Object.values(query).includes(id)) continue
        const answer = (await answerTo(client, name, query)).replaceAll(id, 'ID')
        if (answer !== expected[index])
          wrong.push(`${name} with a ${kind}: ${answer} instead of ${expected[index]}`)
      }
  }
  expect(wrong).toEqual([])
})

test('the same ids are answered to members with the whole archive', async () => {
  const { app, closedIds } = await startScopedApp()
  const client = app.clientOf(await app.signIn())
  const { album, song, artist, cover, video, thumbnail } = closedIds
  for (const [name, id] of [
    ['getAlbum', album],
    ['getSong', song],
    ['getArtist', artist],
    ['getVideoInfo', video],
  ] as const)
    await client.call(name, { id })
  for (const id of [song, video]) expect((await client.fetch('stream', { id })).status).toBe(200)
  for (const id of [album, song, artist, cover, video, thumbnail])
    expect((await client.fetch('getCoverArt', { id })).headers.get('content-type')).toBe('image/jpeg')
})

const Lists = z.object({
  nowPlaying: z.optional(z.object({ entry: z.array(z.looseObject({ title: z.string() })) })),
  videos: z.optional(z.object({ video: z.array(z.looseObject({ title: z.string() })) })),
  scanStatus: z.optional(z.object({ count: z.number() })),
})

test('what others play, the videos and the number of songs are those of the own keys, also after a key was added', async () => {
  const { app, member, client, closedIds, openSong } = await startScopedApp()
  const listening = async (username: string, id: string) => {
    const socket = openSocket(app, { token: (await app.signIn({ username })).token })
    await socket.ready()
    socket.send({ type: 'userStatus', currentTrack: { id }, isPlaying: true })
  }
  await listening('tom', openSong)
  await listening('eva', closedIds.song)
  const whole = app.clientOf(await app.signIn())
  const read = async (one: RestClient) => {
    const { nowPlaying } = z.parse(Lists, await one.call('getNowPlaying'))
    const { videos } = z.parse(Lists, await one.call('getVideos'))
    const { scanStatus } = z.parse(Lists, await one.call('getScanStatus'))
    return {
      playing: nowPlaying?.entry.map(({ title }) => title).toSorted(),
      videos: videos?.video.map(({ title }) => title),
      songs: scanStatus?.count,
    }
  }
  const everything = { playing: ['Alles da', 'Hinter Glas'], videos: ['Kurvenfilm'], songs: 2 }
  await eventually(async () => expect(await read(whole)).toEqual(everything))
  expect(await read(client)).toEqual({ playing: ['Alles da'], videos: [], songs: 1 })
  await grantScope(app, member, { kind: 'all', hasVideos: true })
  expect(await read(client)).toEqual(everything)
})
