import { deleteAlbum, replaceCover, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { addFavorite, listFavorites, removeFavorite } from '@tonarchiv/contract/favorites'
import { expect, test } from 'vitest'
import { fileOf } from '#testing/album-forms.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp } from '#testing/start-app.ts'

async function archiveWithOneTrack() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const album = await addSampleAlbum(admin, {
    albumTitel: 'Löschpapier',
    tracks: [{ title: 'Tinte', sample: 'cbr.mp3' }, { title: 'Leer' }],
  })
  const [track] = album.tracks
  if (track?.file === undefined) throw new Error('The first track has a file')
  return { app, admin, album, track, url: `/api/stream/${track.file}` }
}

test('a liked track is listed with its data from the archive', async () => {
  const { app, track, url } = await archiveWithOneTrack()
  const mara = await app.signIn()
  const { favorite } = await mara.call(addFavorite, {
    body: { item_type: 'track', item_id: url, item_data: '{"title":"Gelogen"}' },
  })
  expect(favorite).toMatchObject({
    itemId: url,
    item_type: 'track',
    item_data: { url, title: 'Tinte', artist: 'Löschpapier', album: 'Löschpapier', coverUrl: 'unknown' },
    track: { id: track.id, file: track.file },
  })
  expect((await mara.call(listFavorites, {})).favorites).toEqual([favorite])
})

test('a second like is rejected, and twenty at the same time are one like', async () => {
  const { app, url } = await archiveWithOneTrack()
  const mara = await app.signIn()
  const body = { item_type: 'track', item_id: url } as const
  const likes = await Promise.allSettled(Array.from({ length: 20 }, () => mara.call(addFavorite, { body })))
  expect(likes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await mara.refusal(addFavorite, { body })).body).toMatchObject({
    error: 'Bereits zu "Lieblingssongs" hinzugefügt',
    code: 'ALREADY_FAVORITE',
  })
  expect((await mara.call(listFavorites, {})).favorites).toHaveLength(1)
})

test('only tracks of the archive can be liked', async () => {
  const { app } = await archiveWithOneTrack()
  const mara = await app.signIn()
  for (const item_id of [
    'https://beispiel.de/x.mp3',
    '/api/stream/nichts.mp3',
    'javascript:alert(1)',
    "' or 1=1 --",
  ]) {
    expect((await mara.refusal(addFavorite, { body: { item_type: 'track', item_id } })).status).toBe(404)
  }
})

test('a like can be removed by its owner only, and once', async () => {
  const { app, url } = await archiveWithOneTrack()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { favorite } = await mara.call(addFavorite, { body: { item_type: 'track', item_id: url } })
  const foreign = await tom.refusal(removeFavorite, { params: { id: favorite.id } })
  expect(foreign).toMatchObject({ status: 404, body: { error: 'Favorit nicht gefunden' } })
  await mara.call(removeFavorite, { params: { id: favorite.id } })
  expect((await mara.refusal(removeFavorite, { params: { id: favorite.id } })).status).toBe(404)
})

test('without a key the list can be read but nothing in it played or changed', async () => {
  const { app, url } = await archiveWithOneTrack()
  const mara = await app.signIn()
  const { favorite } = await mara.call(addFavorite, { body: { item_type: 'track', item_id: url } })
  await app.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', mara.id).execute()
  expect((await mara.call(listFavorites, {})).favorites).toMatchObject([{ id: favorite.id, track: null }])
  expect((await mara.refusal(removeFavorite, { params: { id: favorite.id } })).body.code).toBe('KEY_REQUIRED')
})

test('a track that is marked as missing cannot be liked, and in the list not be played', async () => {
  const { app, admin, album, track, url } = await archiveWithOneTrack()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  await mara.call(addFavorite, { body: { item_type: 'track', item_id: url } })
  const tracks = album.tracks.map(({ id, title }) => ({
    id,
    title: id === track.id ? '[FEHLT] Tinte' : title,
  }))
  await admin.call(updateAlbum, { params: { albumTitel: album.albumTitel }, body: { tracks } })
  for (const item_id of [url, track.id])
    expect((await tom.refusal(addFavorite, { body: { item_type: 'track', item_id } })).status).toBe(404)
  expect((await mara.call(listFavorites, {})).favorites).toMatchObject([{ itemId: url, track: null }])
})

test('the data of a liked track may be 4 KB of JSON, as a string or as an object', async () => {
  const { app, url } = await archiveWithOneTrack()
  const mara = await app.signIn()
  const frame = JSON.stringify({ title: '' }).length
  const like = async (item_data: string | Record<string, unknown>) =>
    mara.refusal(addFavorite, { body: { item_type: 'track', item_id: 'nichts', item_data } })
  for (const size of [4096, 4097]) {
    const data = { title: 'x'.repeat(size - frame) }
    const expected = size === 4096 ? 404 : 400
    expect((await like(data)).status).toBe(expected)
    expect((await like(JSON.stringify(data))).status).toBe(expected)
  }
  const body = { item_type: 'track', item_id: url, item_data: null } as const
  expect((await mara.call(addFavorite, { body })).favorite.item_data.title).toBe('Tinte')
})

test('a like stays when its track is deleted', async () => {
  const { app, admin, album, url } = await archiveWithOneTrack()
  const mara = await app.signIn()
  await mara.call(addFavorite, { body: { item_type: 'track', item_id: url } })
  await admin.call(deleteAlbum, { params: { albumTitel: album.albumTitel } })
  expect((await mara.call(listFavorites, {})).favorites).toMatchObject([
    { item_data: { title: 'Tinte' }, track: null },
  ])
})

test('a like shows its track as it was edited since, without a key as it was liked', async () => {
  const { app, admin, album, track, url } = await archiveWithOneTrack()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  for (const one of [mara, tom]) await one.call(addFavorite, { body: { item_type: 'track', item_id: url } })
  await app.services.db.updateTable('users').set({ keyVerified: 0 }).where('id', '=', tom.id).execute()
  const params = { albumTitel: album.albumId }
  const form = new FormData()
  form.set('albumCover', fileOf('cover.jpg'))
  await admin.call(replaceCover, { params, form })
  const [, empty] = album.tracks
  const body = {
    albumTitel: 'Fließpapier',
    artists: ['Ada', 'Bo'],
    tracks: [{ id: track.id, title: 'Tusche' }, empty?.id ?? ''],
  }
  const edited = (await admin.call(updateAlbum, { params, body })).album
  expect(edited.albumCover).toContain('/api/cover/')
  const coverUrl = edited.albumCover
  const texts = { url, title: 'Tusche', artist: 'Ada, Bo', album: 'Fließpapier', coverUrl }
  const shown = async (one: typeof mara) =>
    (await one.call(listFavorites, {})).favorites.map((favorite) => favorite.item_data)
  expect(await shown(mara)).toEqual([texts])
  expect(await shown(tom)).toMatchObject([{ url, title: 'Tinte' }])
  // A favorite whose track was deleted keeps the texts that were stored when it was added.
  await admin.call(deleteAlbum, { params })
  expect((await mara.call(listFavorites, {})).favorites).toMatchObject([{ item_data: { title: 'Tinte' } }])
})
