import { listAuditEvents } from '@tonarchiv/contract/admin'
import { fillTrack } from '@tonarchiv/contract/archive-editing'
import { listAlbums, streamTrack } from '@tonarchiv/contract/catalog'
import { addFavorite, listFavorites } from '@tonarchiv/contract/favorites'
import { getPlayState, savePlayState } from '@tonarchiv/contract/play-state'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { getPlaylist } from '@tonarchiv/contract/playlist-entries'
import { getTrackStats, listPlays, recordPlay } from '@tonarchiv/contract/plays'
import { urlOf } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import { startApp } from '#testing/start-app.ts'
import { keepFormerFile } from '../store/former-files.ts'

async function archiveWithTrack() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const [track] = (await addByForm(admin, { albumTitel: 'Weg', tracks: ['Eins', 'Zwei'] })).tracks
  if (track?.file === undefined) throw new Error('The track has a file')
  const { id } = track
  const replace = async (name: string) => {
    const form = new FormData()
    form.set('file', fileOf(name), name)
    const { album } = await admin.call(fillTrack, { params: { id }, form })
    return album.tracks[0]?.file ?? ''
  }
  const bytesOf = async (file: string) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const response = await app.fetch(urlOf(streamTrack, { params: { file } }), { headers })
    return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status
  }
  /** The id of the track that `?track=` finds. */
  const linked = async (name: string) => {
    const { albums, trackId } = await admin.call(listAlbums, { query: { track: name } })
    return albums.length === 1 ? trackId : undefined
  }
  return { app, admin, id, file: track.file, replace, bytesOf, linked }
}

test('a track keeps id, plays, favorites, playlists, queue and links when its file gets another format', async () => {
  const { app, admin, id, file, replace, bytesOf, linked } = await archiveWithTrack()
  const mara = await app.signIn()
  const itemId = urlOf(streamTrack, { params: { file } })
  await mara.call(recordPlay, { body: { track_id: id } })
  await mara.call(addFavorite, { body: { item_type: 'track', item_id: itemId } })
  const { playlist } = await mara.call(createPlaylist, {
    body: { title: 'Nacht', visibility: 'private', trackIds: [id] },
  })
  const queue = { order: null, position: 0, source: null, repeat: 'off', shuffled: false } as const
  const state = { ...queue, list: [id], queued: [], in_between: null, position_seconds: 1 }
  await mara.call(savePlayState, { body: { revision: 0, state } })

  const opus = await replace('opus.opus')
  expect(opus).toMatch(/\.opus$/)
  const current = { id, file: opus }
  expect(await mara.call(getTrackStats, { params: { track: file } })).toMatchObject({ count: 1 })
  expect((await mara.call(listPlays, { query: {} })).plays).toMatchObject([{ track: current }])
  expect((await mara.call(listFavorites, {})).favorites).toMatchObject([{ track: current }])
  const { entries } = await mara.call(getPlaylist, { params: { id: playlist.id } })
  expect(entries).toMatchObject([{ track: current }])
  expect((await mara.call(getPlayState, {})).state?.list).toMatchObject([current])
  // A page that was loaded before the file was replaced still sends the former file name.
  const again = await mara.refusal(addFavorite, { body: { item_type: 'track', item_id: itemId } })
  expect(again.body.code).toBe('ALREADY_FAVORITE')

  const flac = await replace('lossless.flac')
  for (const name of [id, file, opus, flac]) {
    expect(await linked(name)).toBe(id)
    expect(await bytesOf(name)).toEqual(sample('lossless.flac'))
  }
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts[0]?.text).toMatch(
    /^Datei von Track „Eins“ in „Weg“ ersetzt: OPUS, 0:\d\d, [\d,]+ KB → FLAC, 0:\d\d, [\d,]+ KB$/,
  )
})

test('links with the name of a further file, or of the original of a copy, lead to the track', async () => {
  const { app, id, file, linked } = await archiveWithTrack()
  const { db } = app.services
  const { fileName: _name, ...row } = await db
    .selectFrom('tracks')
    .select(['fileName', 'durationSeconds', 'createdAt as storedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sound = { format: 'aiff', sizeBytes: 1, bitrate: 0, sampleRate: 0, channels: 2, needsConversion: 1 }
  for (const isOriginal of [0, 1]) {
    const name = `further-${isOriginal}.aiff`
    const names = { id: name, trackId: id, fileName: name, storageName: name }
    await db
      .insertInto('trackFiles')
      .values({ ...row, ...sound, ...names, isOriginal })
      .execute()
    expect(await linked(name)).toBe(id)
  }
  expect([await linked(file), await linked('nie-da.mp3')]).toEqual([id, undefined])
})

test('of a track that is replaced again and again the last twenty names are kept', async () => {
  const { app, id, linked } = await archiveWithTrack()
  const names = Array.from({ length: 22 }, (_, index) => `alt-${index}.mp3`)
  for (const name of names) await keepFormerFile(app.services.db, id, name)
  const found = await Promise.all(names.map(linked))
  expect(found).toEqual([undefined, undefined, ...names.slice(2).map(() => id)])
})
