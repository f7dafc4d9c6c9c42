import { resolveCards } from '@tonarchiv/contract/cards'
import { DEFAULT_COVER, downloadAlbum, getCover, streamTrack } from '@tonarchiv/contract/catalog'
import { postMessage } from '@tonarchiv/contract/chat'
import { addFavorite, listFavorites } from '@tonarchiv/contract/favorites'
import { listMoments } from '@tonarchiv/contract/moments'
import { listCopiedDetails, listCopiedFiles } from '@tonarchiv/contract/offline-copies'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { getPlaylist } from '@tonarchiv/contract/playlist-entries'
import { exportPlaylist } from '@tonarchiv/contract/playlist-files'
import { previewRules, type SmartRules } from '@tonarchiv/contract/playlist-rules'
import { getPlayState, savePlayState } from '@tonarchiv/contract/play-state'
import { listTopTracks, recordPlay } from '@tonarchiv/contract/plays'
import { listPremieres } from '@tonarchiv/contract/premieres'
import { streamQuality } from '@tonarchiv/contract/qualities'
import { joinRoom, openRoom } from '@tonarchiv/contract/rooms'
import { urlOf } from '@tonarchiv/contract/route'
import { searchEverything } from '@tonarchiv/contract/search'
import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { getThumbnail, streamVideo } from '@tonarchiv/contract/videos'
import { beforeEach, expect, test } from 'vitest'
import { endGrantsOfAccount } from '#features/access-grants/index.ts'
import { addByForm } from '#testing/album-forms.ts'
import { grantScope, signInScoped } from '#testing/scoped-members.ts'
import { indexed } from '#testing/search-index.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

type Reader = Awaited<ReturnType<TestApp['signIn']>>

let app: TestApp
let [open, closed] = ['', '']
let openAlbum = ''
let scope: { kind: 'albums'; albumIds: string[]; hasVideos: boolean }

beforeEach(async () => {
  app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const one = await addByForm(admin, { albumTitel: 'Tagwerk', tracks: ['Morgenlied'] })
  const other = await addByForm(admin, { albumTitel: 'Nachtwerk', tracks: ['Abendlied'], cover: 'cover.jpg' })
  openAlbum = one.albumId
  open = one.tracks[0]?.id ?? ''
  closed = other.tracks[0]?.id ?? ''
  scope = { kind: 'albums', albumIds: [openAlbum], hasVideos: false }
})

/** Takes everything but the album that is open from a member. */
async function limitTo(reader: Reader): Promise<void> {
  const { db, now } = app.services
  await db.transaction().execute(async (trx) => endGrantsOfAccount(trx, reader.id, now()))
  await grantScope(app, reader, scope)
}

const favoriteOf = (id: string) => ({ item_type: 'track' as const, item_id: id })

test('own favorites keep the titles of what a key no longer opens, without cover and file', async () => {
  const mara = await app.signIn()
  for (const id of [open, closed]) await mara.call(addFavorite, { body: favoriteOf(id) })
  await limitTo(mara)
  const [locked, playable] = (await mara.call(listFavorites, {})).favorites
  expect(locked).toMatchObject({
    isLocked: true,
    track: null,
    item_data: { title: 'Abendlied', album: 'Nachtwerk', coverUrl: DEFAULT_COVER },
  })
  expect(playable?.isLocked).toBeUndefined()
  expect(playable?.track?.file).toBeDefined()
  const tom = await signInScoped(app, scope)
  expect((await tom.refusal(addFavorite, { body: favoriteOf(closed) })).body.code).toBe('NOT_FOUND')
})

test('playlists show the titles that a member has added itself, and none that others have added', async () => {
  const body = { title: 'Beides', visibility: 'members' as const, trackIds: [open, closed] }
  const mara = await app.signIn()
  const { playlist: own } = await mara.call(createPlaylist, { body })
  const { playlist: foreign } = await (await app.signIn()).call(createPlaylist, { body })
  await limitTo(mara)
  const lockedIn = async (id: string) => {
    const { entries } = await mara.call(getPlaylist, { params: { id } })
    expect(entries[0]).toMatchObject({ title: 'Morgenlied', track: { id: open } })
    return entries[1]
  }
  expect(await lockedIn(own.id)).toMatchObject({ title: 'Abendlied', isLocked: true, track: null })
  expect(await lockedIn(foreign.id)).toMatchObject({
    title: 'Gesperrter Titel',
    artist: '',
    album: '',
    coverUrl: DEFAULT_COVER,
    duration: 0,
    isLocked: true,
    track: null,
  })
  const path = urlOf(exportPlaylist, { params: { id: foreign.id }, query: { format: 'm3u8' } })
  const file = await app.fetch(path, { headers: { authorization: `Bearer ${mara.token}` } })
  const text = await file.text()
  expect([text.includes('Morgenlied'), text.includes('Abendlied')]).toEqual([true, false])
})

test('smart playlists, the most played tracks and the queue are those of the reader', async () => {
  const friend = await app.signIn()
  for (const id of [open, closed]) await friend.call(recordPlay, { body: { track_id: id } })
  const mara = await signInScoped(app, scope)
  const rules: SmartRules = {
    match: 'all',
    rules: [{ field: 'title', op: 'contains', value: 'lied' }],
    order: 'title',
    limit: null,
  }
  const body = { rules }
  expect(await mara.call(previewRules, { body })).toMatchObject({ count: 1, total: 1 })
  expect(await friend.call(previewRules, { body })).toMatchObject({ count: 2, total: 2 })
  expect((await mara.call(listTopTracks, { query: {} })).tracks.map(({ id }) => id)).toEqual([open])
  const state = {
    list: [open, closed],
    queued: [],
    in_between: null,
    order: null,
    position: 0,
    source: null,
    repeat: 'off' as const,
    shuffled: false,
    position_seconds: 0,
  }
  expect((await mara.call(savePlayState, { body: { revision: 0, state } })).dropped).toBe(1)
  expect((await mara.call(getPlayState, {})).state?.list.map(({ id }) => id)).toEqual([open])
})

test('cards and rooms lock what a key does not open, and a search does not find it', async () => {
  const friend = await app.signIn()
  const added = { trackIds: [open, closed] }
  const { room } = await friend.call(openRoom, { body: { name: 'Schicht', mode: 'all', added } })
  const mara = await signInScoped(app, scope)
  const cards = [open, closed, 'ausgedacht'].map((id) => ({ kind: 'track' as const, id }))
  const resolved = (await mara.call(resolveCards, { body: { cards } })).cards
  expect(resolved.map((card) => card.state)).toEqual(['shown', 'locked', 'locked'])
  const joined = await mara.call(joinRoom, { params: { id: room.state.roomId } })
  expect(joined.room.entries.map((entry) => entry.state)).toEqual(['shown', 'locked'])
  await indexed(app)
  const found = async (reader: Reader, q: string) => {
    const { groups } = await reader.call(searchEverything, { query: { q } })
    return groups.songs?.hits.map(({ title }) => title)
  }
  expect([await found(friend, 'Abendlied'), await found(mara, 'Abendlied')]).toEqual([['Abendlied'], []])
  expect(await found(mara, 'Morgenlied')).toEqual(['Morgenlied'])
})

/**
 * Requests the files of a track, an album and a video that the scope does not include, and lists that belong to them.
 * Returns the status of each file and the length of each list.
 */
async function filesFor(reader: Reader) {
  const { db } = app.services
  const track = await db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select(['tracks.fileName', 'albums.id as albumId', 'albums.coverName'])
    .where('tracks.id', '=', closed)
    .executeTakeFirstOrThrow()
  const video = await db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  const file = track.fileName ?? ''
  const paths = {
    stream: urlOf(streamTrack, { params: { file } }),
    download: urlOf(streamTrack, { params: { file: closed } }),
    album: urlOf(downloadAlbum, { params: { id: track.albumId }, query: {} }),
    cover: urlOf(getCover, { params: { name: track.coverName ?? '' } }),
    quality: urlOf(streamQuality, { params: { file }, query: { kbps: '96', codec: 'opus' } }),
    video: urlOf(streamVideo, { params: { file: video.fileName } }),
    thumbnail: urlOf(getThumbnail, { params: { name: video.thumbnailName ?? '' } }),
    sound: urlOf(getTrackSound, { params: { id: closed }, query: {} }),
  }
  const statuses: Record<string, number> = {}
  for (const [name, path] of Object.entries(paths)) {
    const answer = await app.fetch(path, { headers: { authorization: `Bearer ${reader.token}` } })
    await answer.arrayBuffer()
    statuses[name] = answer.status
  }
  const ids = { body: { trackIds: [closed] } }
  return {
    ...statuses,
    copies: (await reader.call(listCopiedFiles, ids)).files.length,
    details: (await reader.call(listCopiedDetails, ids)).details.length,
    moments: (await reader.call(listMoments, { params: { id: closed } })).moments.length,
    premieres: (await reader.call(listPremieres, {})).premieres.length,
  }
}

test('nothing that belongs to what a key does not open is sent by a call of its own', async () => {
  const admin = await app.signIn({ isAdmin: true })
  await addVideoByForm(admin, { title: 'Kurvenfilm', thumbnail: 'cover.jpg' })
  const opensAt = new Date(app.services.now().getTime() + 60 * 60 * 1000).toISOString()
  await addByForm(admin, { albumTitel: 'Demnächst', premiere: { opensAt, isCovered: false } })
  await admin.call(postMessage, {
    body: { message: 'Hier', card: { kind: 'moment', id: closed, second: 0 } },
  })
  const files = ['stream', 'download', 'album', 'cover', 'quality', 'video', 'thumbnail', 'sound']
  const lists = ['copies', 'details', 'moments', 'premieres']
  const each = (names: string[], value: number) => Object.fromEntries(names.map((name) => [name, value]))
  expect(await filesFor(await app.signIn())).toEqual({
    ...each(files, 200),
    // Without ffmpeg there are no other qualities.
    quality: expect.any(Number),
    ...each(lists, 1),
  })
  expect(await filesFor(await signInScoped(app, scope))).toEqual({ ...each(files, 404), ...each(lists, 0) })
  const text = `Hört ${app.services.config.publicUrl}/archive?album=Nachtwerk`
  const post = async (reader: Reader) =>
    (await reader.call(postMessage, { body: { message: text } })).message.card ?? undefined
  expect([await post(await app.signIn()), await post(await signInScoped(app, scope))]).toEqual([
    expect.objectContaining({ kind: 'album' }),
    undefined,
  ])
})
