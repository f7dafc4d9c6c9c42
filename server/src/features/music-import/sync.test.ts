import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addTracks, replaceCover, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { getAlbum, streamTrack } from '@tonarchiv/contract/catalog'
import { addFavorite, listFavorites } from '@tonarchiv/contract/favorites'
import { urlOf } from '@tonarchiv/contract/route'
import { sample } from '#testing/audio-samples.ts'
import { settingsOf } from '#testing/command-line.ts'
import {
  addFiles,
  albumFiles,
  archiveForImport,
  type ImportArchive,
  musicFolder,
  ofWeg,
  onlyAlbum,
  outline,
} from '#testing/music-folders.ts'

const COMMAND_LINE = join(import.meta.dirname, '../../cli/main.ts')

async function titles(archive: ImportArchive): Promise<string[]> {
  return (await onlyAlbum(archive)).tracks.map(({ title }) => title)
}

test('disc and number rule, also for files that come later', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({
    'Weg/CD2/01 Vier.mp3': ofWeg(1, 'Vier'),
    'Weg/CD1/02 Zwei.mp3': ofWeg(2, 'Zwei'),
  })
  await archive.run(folder)
  await addFiles(folder, {
    'Weg/CD1/03 Drei.mp3': ofWeg(3, 'Drei'),
    'Weg/CD1/01 Eins.mp3': ofWeg(1, 'Eins'),
    'Weg/CD2/02 Fünf.mp3': ofWeg(2, 'Fünf'),
  })
  expect(await archive.run(folder)).toMatchObject({ albums: 0, tracks: 3, updatedAlbums: 1, knownFiles: 2 })
  const album = await onlyAlbum(archive)
  expect(album.tracks.map(({ title }) => title)).toEqual(['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf'])
  expect(album.type).toBe('ep')
})

test('two spellings of a folder name in Unicode are one album', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({
    'Süß/CD2/01 Zwei.mp3': ofWeg(1, 'Zwei'),
    ['Süß/CD1/01 Eins.mp3'.normalize('NFD')]: ofWeg(1, 'Eins'),
  })
  await archive.run(folder)
  expect(outline(await archive.albums())).toEqual({ Weg: ['Eins', 'Zwei'] })
})

test('an order that an admin has made stays, and new tracks follow the one before them', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({
    'Weg/01.mp3': ofWeg(1, 'Eins'),
    'Weg/03.mp3': ofWeg(3, 'Drei'),
    'Weg/04.mp3': ofWeg(4, 'Vier'),
  })
  await archive.run(folder)
  const { albumId, tracks } = await onlyAlbum(archive)
  await archive.admin.call(updateAlbum, {
    params: { albumTitel: albumId },
    body: { tracks: [0, 2, 1].flatMap((index) => tracks[index]?.id ?? []) },
  })
  await addFiles(folder, { 'Weg/02.mp3': ofWeg(2, 'Zwei') })
  await archive.run(folder)
  expect(await titles(archive)).toEqual(['Eins', 'Zwei', 'Vier', 'Drei'])
  await archive.run(folder, { tagsWin: true })
  expect(await titles(archive)).toEqual(['Eins', 'Zwei', 'Drei', 'Vier'])
})

test('a track that was added in the browser stays behind the one before it', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins'), 'Weg/03.mp3': ofWeg(3, 'Drei') })
  await archive.run(folder)
  const form = new FormData()
  form.set('albumTitle', 'Weg')
  form.set('newTrackCount', '1')
  form.set('newTrackTitle0', 'Zugabe')
  const { album } = await archive.admin.call(addTracks, { form })
  await archive.admin.call(updateAlbum, {
    params: { albumTitel: album.albumId },
    body: { tracks: [0, 2, 1].flatMap((index) => album.tracks[index]?.id ?? []) },
  })
  await addFiles(folder, { 'Weg/02.mp3': ofWeg(2, 'Zwei') })
  await archive.run(folder)
  expect(await titles(archive)).toEqual(['Eins', 'Zugabe', 'Zwei', 'Drei'])
})

test('the order of an album that an older version imported stays', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins'), 'Weg/02.mp3': ofWeg(2, 'Zwei') })
  await archive.run(folder)
  const { albumId, tracks } = await onlyAlbum(archive)
  await archive.admin.call(updateAlbum, {
    params: { albumTitel: albumId },
    body: { tracks: tracks.toReversed().map(({ id }) => id) },
  })
  // Makes the records look as migration 0020 leaves the records of an older version.
  const { db } = archive.app.services
  const unknown = { inode: '', storedAt: null, sortKey: null, title: null, artists: null }
  await db.updateTable('importedSources').set(unknown).execute()
  await db.deleteFrom('importedValues').execute()
  await addFiles(folder, { 'Weg/03.mp3': ofWeg(3, 'Drei') })
  await archive.run(folder)
  expect(await titles(archive)).toEqual(['Zwei', 'Drei', 'Eins'])
})

test('a title of an album that was edited in the browser stays, unless the tags win', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins') })
  await archive.run(folder)
  const { albumId } = await onlyAlbum(archive)
  await archive.admin.call(updateAlbum, {
    params: { albumTitel: albumId },
    body: { albumTitel: 'Von Hand' },
  })
  await addFiles(folder, { 'Weg/01.mp3': ofWeg(1, 'Eins', { album: 'Der Weg' }) })
  await archive.run(folder)
  expect((await onlyAlbum(archive)).albumTitel).toBe('Von Hand')
  await archive.run(folder, { tagsWin: true })
  expect((await onlyAlbum(archive)).albumTitel).toBe('Der Weg')
})

test('editions of an album in two folders stay apart', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins', 'Zwei'], { date: '1999' }),
    ...albumFiles('Weg (Neuauflage)', 'Weg', ['Eins', 'Zwei'], { date: '2009' }),
  })
  await archive.run(folder)
  const found = (await archive.albums()).map(({ albumTitel, releaseJahr }) => `${albumTitel}: ${releaseJahr}`)
  expect(found.toSorted()).toEqual(['Weg (2009): 2009', 'Weg: 1999'])
  expect(await archive.run(folder)).toMatchObject({ albums: 0, updatedAlbums: 0, knownFiles: 4 })
})

test('a second run takes over what changed, and keeps ids, favorites and everything edited in the browser', async () => {
  const archive = await archiveForImport()
  const { admin, run } = archive
  const folder = await musicFolder({
    'Weg/01.mp3': ofWeg(1, 'Eins'),
    'Weg/02.mp3': ofWeg(2, 'Zwei'),
    'Weg/03.mp3': ofWeg(3, 'Drei'),
  })
  await run(folder)
  const before = await onlyAlbum(archive)
  const [one, two] = before.tracks
  await admin.call(addFavorite, {
    body: { item_type: 'track', item_id: urlOf(streamTrack, { params: { file: one?.file ?? '' } }) },
  })
  await admin.call(updateAlbum, {
    params: { albumTitel: before.albumId },
    body: {
      tracks: before.tracks.map(({ id, title }) =>
        id === two?.id ? { id, title: 'Von Hand' } : { id, title },
      ),
      releaseJahr: 2001,
    },
  })
  await addFiles(folder, {
    'Weg/01.mp3': ofWeg(3, 'Eins, neu', { album: 'Der Weg', date: '2020' }),
    'Weg/02.mp3': ofWeg(2, 'Zwei, neu', { album: 'Der Weg', date: '2020' }),
    'Weg/03.mp3': ofWeg(1, 'Drei', { album: 'Der Weg', date: '2020' }),
  })
  expect(await run(folder)).toMatchObject({ albums: 0, tracks: 0, updatedAlbums: 1 })
  const after = await onlyAlbum(archive)
  expect(after).toMatchObject({ albumId: before.albumId, albumTitel: 'Der Weg', releaseJahr: 2001 })
  expect(after.tracks.map(({ title }) => title)).toEqual(['Drei', 'Von Hand', 'Eins, neu'])
  expect(after.tracks.map(({ id, file }) => [id, file])).toEqual(
    before.tracks.toReversed().map(({ id, file }) => [id, file]),
  )
  const { favorites } = await admin.call(listFavorites, {})
  expect(favorites).toMatchObject([{ track: { id: one?.id } }])
  const { album: byFormer } = await admin.call(getAlbum, { params: { albumTitel: 'Weg' } })
  expect(byFormer.albumId).toBe(before.albumId)

  await run(folder, { tagsWin: true })
  const forced = await onlyAlbum(archive)
  expect(forced).toMatchObject({ albumTitel: 'Der Weg', releaseJahr: 2020 })
  expect(forced.tracks.map(({ title }) => title)).toEqual(['Drei', 'Zwei, neu', 'Eins, neu'])
  expect(await run(folder)).toMatchObject({ updatedAlbums: 0, knownFiles: 3 })
})

test('artists that were edited in the browser stay, and others follow the tags', async () => {
  const archive = await archiveForImport()
  const { admin, run } = archive
  const ofArtist = (number: number, artist: string) => ofWeg(number, `Lied ${number}`, { artist })
  const folder = await musicFolder({
    'Weg/01.mp3': ofArtist(1, 'Ada'),
    'Weg/02.mp3': ofArtist(2, 'Ada'),
    'Weg/03.mp3': ofArtist(3, 'Ada'),
  })
  await run(folder)
  const before = await onlyAlbum(archive)
  const [one, two, three] = before.tracks.map(({ id }) => id)
  await admin.call(updateAlbum, {
    params: { albumTitel: before.albumId },
    body: { artists: ['Von Hand'], tracks: [one ?? '', { id: two ?? '', features: ['Gast'] }, three ?? ''] },
  })
  await addFiles(folder, {
    'Weg/01.mp3': ofArtist(1, 'Bo'),
    'Weg/02.mp3': ofArtist(2, 'Bo'),
    'Weg/03.mp3': ofArtist(3, 'Bo feat. Cem'),
  })
  const credits = async () => {
    const { artists, tracks } = await onlyAlbum(archive)
    const namesOf = (list: typeof artists) => (list ?? []).map(({ name }) => name)
    return [
      namesOf(artists),
      ...tracks.map((track) => namesOf(track.artists).concat(namesOf(track.features))),
    ]
  }
  for (let times = 0; times < 2; times += 1) {
    await run(folder)
    expect(await credits()).toEqual([['Von Hand'], ['Bo'], ['Ada', 'Gast'], ['Bo', 'Cem']])
  }
  await run(folder, { tagsWin: true })
  expect(await credits()).toEqual([['Bo'], ['Bo'], ['Bo'], ['Bo', 'Cem']])
})

test('a type is guessed anew until an admin has set it', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins') })
  await archive.run(folder)
  expect((await onlyAlbum(archive)).type).toBe('single')
  const more = (from: number) =>
    Object.fromEntries(
      [0, 1, 2].map((step) => [`Weg/0${from + step}.mp3`, ofWeg(from + step, `Lied ${from + step}`)]),
    )
  await addFiles(folder, more(2))
  await archive.run(folder)
  expect((await onlyAlbum(archive)).type).toBe('ep')
  await archive.admin.call(updateAlbum, { params: { albumTitel: 'Weg' }, body: { type: 'unreleased' } })
  await addFiles(folder, more(5))
  await archive.run(folder)
  const album = await onlyAlbum(archive)
  expect(album.type).toBe('unreleased')
  expect(album.tracks).toHaveLength(7)
})

test('a cover that comes later is taken, and one from the browser stays, unless the tags win', async () => {
  const archive = await archiveForImport()
  const folder = await musicFolder({ 'Weg/01.mp3': ofWeg(1, 'Eins') })
  await archive.run(folder)
  expect((await onlyAlbum(archive)).albumCover).toBe('unknown')
  await addFiles(folder, { 'Weg/Scans/Weg (Front).jpg': 'cover.jpg' })
  await archive.run(folder)
  const { albumCover, albumId } = await onlyAlbum(archive)
  expect(albumCover).not.toBe('unknown')
  expect(await archive.run(folder)).toMatchObject({ updatedAlbums: 0, knownFiles: 1 })
  const form = new FormData()
  form.append('albumCover', new Blob([sample('cover.jpg')]), 'cover.jpg')
  await archive.admin.call(replaceCover, { params: { albumTitel: albumId }, form })
  const own = (await onlyAlbum(archive)).albumCover
  expect(own).not.toBe(albumCover)
  await utimes(join(folder, 'Weg/Scans/Weg (Front).jpg'), new Date(), new Date(2020, 1, 1))
  await archive.run(folder)
  expect((await onlyAlbum(archive)).albumCover).toBe(own)
  await archive.run(folder, { tagsWin: true })
  expect((await onlyAlbum(archive)).albumCover).not.toBe(own)
  expect(await archive.run(folder, { tagsWin: true })).toMatchObject({ updatedAlbums: 0 })
})

test('a sync that is killed leaves each album as it was or as its files are, and the next run goes on', async () => {
  const archive = await archiveForImport()
  const { services } = archive.app
  const names = Array.from({ length: 60 }, (_, index) => `Album ${index}`)
  const filesOf = (year: string) =>
    Object.assign({}, ...names.map((name) => albumFiles(name, name, ['Eins', 'Zwei'], { date: year })))
  const folder = await musicFolder(filesOf('2019'))
  await archive.run(folder)
  await addFiles(folder, filesOf('2020'))
  const years = async () => {
    const albums = await services.db.selectFrom('albums').select('releaseYear').execute()
    const tags = await services.db.selectFrom('tracks').select(['albumId', 'tagYear']).execute()
    return { albums: albums.map(({ releaseYear }) => releaseYear), tags }
  }
  const before = await services.db.selectFrom('tracks').select('id').orderBy('id').execute()
  const child = spawn(process.execPath, [COMMAND_LINE, 'import', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settingsOf(archive.app) },
  })
  const ended = once(child, 'exit')
  await expect
    .poll(async () => (await years()).albums.includes(2020), { interval: 5, timeout: 20_000 })
    .toBe(true)
  child.kill('SIGKILL')
  await ended
  for (const tracks of Map.groupBy((await years()).tags, ({ albumId }) => albumId).values())
    expect(new Set(tracks.map(({ tagYear }) => tagYear)).size).toBe(1)
  await archive.run(folder)
  expect(new Set((await years()).albums)).toEqual(new Set([2020]))
  expect(new Set((await years()).tags.map(({ tagYear }) => tagYear))).toEqual(new Set([2020]))
  expect(await services.db.selectFrom('tracks').select('id').orderBy('id').execute()).toEqual(before)
})
