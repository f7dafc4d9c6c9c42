import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getAlbum, listSongs, streamTrack } from '@tonarchiv/contract/catalog'
import { deleteAlbum, deleteTrack, updateArtist } from '@tonarchiv/contract/archive-editing'
import { urlOf } from '@tonarchiv/contract/route'
import { cleanUpArchiveFiles } from '#features/catalog/index.ts'
import { sample, taggedFlac, taggedM4a, taggedMp3 } from '#testing/audio-samples.ts'
import {
  addFiles,
  albumFiles,
  archiveForImport,
  musicFolder,
  type MusicFiles,
  outline,
} from '#testing/music-folders.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { importMusic } from './index.ts'

const COMMAND_LINE = join(import.meta.dirname, '../../cli/main.ts')

/** An album of two tracks for each title. */
function manyAlbums(titles: readonly string[]): MusicFiles {
  return Object.assign({}, ...titles.map((title) => albumFiles(title, title, ['Eins', 'Zwei'])))
}

/** Number of tracks of each album. */
async function trackCounts({ services }: TestApp): Promise<Record<string, number>> {
  const rows = await services.db
    .selectFrom('albums')
    .innerJoin('tracks', 'tracks.albumId', 'albums.id')
    .select(['albums.title', (eb) => eb.fn.countAll<number>().as('tracks')])
    .groupBy('albums.title')
    .execute()
  return Object.fromEntries(rows.map(({ title, tracks }) => [title, tracks]))
}

/** The names of all files in the storage. */
async function keptFiles({ services }: TestApp): Promise<string[]> {
  const entries = await readdir(join(services.config.dataFolder, 'media', 'tracks'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('a folder of tagged music becomes albums with covers, years and playable tracks', async () => {
  const { app, admin, albums, run } = await archiveForImport()
  const folder = await musicFolder({
    'Nächte/a.flac': 'lossless.flac',
    'Nächte/b.opus': 'opus.opus',
    ...albumFiles('Weg', 'Süßer Weg', ['Anfang', 'Mitte', 'Straße', 'Ende']),
    'Weg/Folder.jpg': 'cover.jpg',
  })
  const report = await run(folder)
  expect(report).toMatchObject({
    albums: 2,
    tracks: 6,
    filesInAll: 6,
    filesDone: 6,
    skipped: [],
    isInterrupted: false,
  })
  const way = (await albums()).find(({ albumTitel }) => albumTitel === 'Süßer Weg')
  expect(way).toMatchObject({ releaseJahr: 2019, type: 'ep', isExclusive: false })
  expect(way?.albumCover).toMatch(/^\/api\/cover\//)
  expect(way?.tracks.map(({ title }) => title)).toEqual(['Anfang', 'Mitte', 'Straße', 'Ende'])
  const { album } = await admin.call(getAlbum, { params: { albumTitel: 'Österreichische Nächte' } })
  expect(album).toMatchObject({ type: 'single', releaseJahr: 2019 })
  const cover = await fetch(app.address + album.albumCover, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(cover.status).toBe(200)
  const file = album.tracks[0]?.file ?? ''
  const sound = await fetch(app.address + urlOf(streamTrack, { params: { file } }), {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(sound.status).toBe(200)
  expect(Buffer.from(await sound.arrayBuffer()).length).toBeGreaterThan(5000)
})

test('a second run creates no duplicates and imports only new files', async () => {
  const { app, albums, run } = await archiveForImport()
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins', 'Zwei']))
  await run(folder)
  const before = outline(await albums())
  const again = await run(folder)
  expect(again).toMatchObject({ albums: 0, tracks: 0, knownFiles: 2, skipped: [] })
  expect(outline(await albums())).toEqual(before)
  expect(await keptFiles(app)).toHaveLength(2)

  await addFiles(folder, {
    'Weg/03 Drei.mp3': taggedMp3({ title: 'Drei', album: 'Weg', artist: 'Ada', track: '3' }),
  })
  expect(await run(folder)).toMatchObject({ albums: 0, tracks: 1, knownFiles: 2 })
  expect(outline(await albums())).toEqual({ Weg: ['Eins', 'Zwei', 'Drei'] })
})

test('an interrupted run continues where it ended', async () => {
  const { app, run } = await archiveForImport()
  const titles = Array.from({ length: 60 }, (_, index) => `Album ${index}`)
  const folder = await musicFolder(manyAlbums(titles))
  const stop = new AbortController()
  const first = await run(folder, {
    stop: stop.signal,
    onProgress: ({ albums }) => albums > 0 && stop.abort(),
  })
  expect(first.isInterrupted).toBe(true)
  expect(first.albums).toBeGreaterThan(0)
  expect(first.albums).toBeLessThan(60)
  expect(Object.keys(await trackCounts(app))).toHaveLength(first.albums)
  const second = await run(folder)
  expect(second).toMatchObject({ isInterrupted: false, albums: 60 - first.albums, knownFiles: first.tracks })
  expect(await trackCounts(app)).toEqual(Object.fromEntries(titles.map((title) => [title, 2])))
  expect(await keptFiles(app)).toHaveLength(120)
})

test('a killed run leaves complete albums, and the next one continues', async () => {
  const { app, run } = await archiveForImport()
  const titles = Array.from({ length: 300 }, (_, index) => `Album ${index}`)
  const folder = await musicFolder(manyAlbums(titles))
  const { config } = app.services
  const child = spawn(process.execPath, [COMMAND_LINE, 'import', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: config.dataFolder,
      ...(config.database.kind === 'postgres' && {
        DATABASE_URL: config.database.url,
        APP_SECRET: config.secret ?? '',
      }),
    },
  })
  const ended = once(child, 'exit')
  await expect.poll(() => trackCounts(app), { interval: 5, timeout: 20_000 }).not.toEqual({})
  child.kill('SIGKILL')
  const [, signal] = await ended
  expect(signal).toBe('SIGKILL')
  for (const tracks of Object.values(await trackCounts(app))) expect(tracks).toBe(2)

  const report = await run(folder)
  expect(report.albums).toBeGreaterThan(0)
  expect(report.knownFiles).toBeGreaterThan(0)
  expect(report.knownFiles + report.tracks).toBe(600)
  expect(await trackCounts(app)).toEqual(Object.fromEntries(titles.map((title) => [title, 2])))
  // Stored files without a row are removed after a day.
  app.passTime(25 * 60 * 60 * 1000)
  await cleanUpArchiveFiles(app.services)
  expect(await keptFiles(app)).toHaveLength(600)
})

test('a file that is no music is reported with its reason, and the rest is imported', async () => {
  const { albums, run } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins']),
    'Weg/Brief.mp3': 'text.mp3',
    'Weg/Film.mkv': 'film.mkv',
    'Weg/Halb.m4a': sample('moov-at-end.m4a').subarray(0, 5000),
    'Weg/Alt.au': Buffer.from('wma'),
    'Weg/.versteckt.mp3': 'text.mp3',
    'Weg/Notiz.txt': Buffer.from('Text'),
  })
  await symlink('01 Eins.mp3', join(folder, 'Weg', 'Zeiger.mp3'))
  const report = await run(folder)
  expect(report).toMatchObject({ albums: 1, tracks: 1 })
  const reasons = report.skipped.map(({ path, reason }) => `${path.slice(folder.length + 5)}: ${reason}`)
  expect(reasons.toSorted()).toEqual([
    'Alt.au: unsupported',
    'Brief.mp3: not-audio',
    'Film.mkv: unsupported',
    'Halb.m4a: truncated',
    'Zeiger.mp3: link',
  ])
  expect(outline(await albums())).toEqual({ Weg: ['Eins'] })
})

test('one title by several artists becomes albums with their artists; old links stay valid', async () => {
  const { admin, albums, run } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Ada/Live', 'Live', ['Eins']),
    ...albumFiles('Bo/Live', 'Live', ['Zwei'], { artist: 'Bo' }),
    ...albumFiles('Cem/Live', 'LIVE', ['Drei'], { artist: 'Cem' }),
  })
  expect(await run(folder)).toMatchObject({ albums: 3 })
  expect(outline(await albums())).toEqual({
    'Live (Ada)': ['Eins'],
    'Live (Bo)': ['Zwei'],
    'LIVE (Cem)': ['Drei'],
  })
  const { album } = await admin.call(getAlbum, { params: { albumTitel: 'live' } })
  expect(album.albumTitel).toBe('Live (Ada)')
  expect(await run(folder)).toMatchObject({ albums: 0, updatedAlbums: 0, knownFiles: 3 })
})

test('discs in separate folders become one album', async () => {
  const { albums, run } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Doppel/CD 2', 'Doppel', ['Drei', 'Vier']),
    ...albumFiles('Doppel/CD 1', 'Doppel', ['Eins', 'Zwei']),
    ...albumFiles('Box (Disc 1)', 'Box', ['Rot']),
    ...albumFiles('Box (Disc 2)', 'Box', ['Blau']),
  })
  expect(await run(folder)).toMatchObject({ albums: 2, tracks: 6 })
  expect(outline(await albums())).toEqual({ Doppel: ['Eins', 'Zwei', 'Drei', 'Vier'], Box: ['Rot', 'Blau'] })
})

test('a compilation is one album, in any mix of formats', async () => {
  const { albums, run } = await archiveForImport()
  const tags = (title: string, artist: string, track: string) => ({
    title,
    artist,
    track,
    album: 'Sampler',
    isCompilation: true,
  })
  const folder = await musicFolder({
    'Sampler/c.mp3': taggedMp3(tags('Drei', 'Cem', '3')),
    'Sampler/a.flac': taggedFlac(tags('Eins', 'Ada', '1')),
    'Sampler/b.m4a': taggedM4a(tags('Zwei', 'Bo', '2')),
  })
  expect(await run(folder)).toMatchObject({ albums: 1, tracks: 3 })
  expect(outline(await albums())).toEqual({ Sampler: ['Eins', 'Zwei', 'Drei'] })
})

test('copies of an album are not imported again', async () => {
  const { albums, run } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins', 'Zwei']),
    ...albumFiles('Weg (Kopie)', 'Weg', ['Eins', 'Zwei']),
    'Weg/01 Eins (1).mp3': taggedMp3({ title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }),
  })
  const report = await run(folder)
  expect(report).toMatchObject({ albums: 1, tracks: 2 })
  expect(report.skipped.map(({ reason }) => reason)).toEqual(['duplicate', 'duplicate', 'duplicate'])
  expect(outline(await albums())).toEqual({ Weg: ['Eins', 'Zwei'] })
})

test('without tags the folder name is the album and the file names are the titles', async () => {
  const { albums, run } = await archiveForImport()
  const folder = await musicFolder({
    'Ada - Weg (2019) [MP3]/02_Über_den_Fluss.mp3': 'vbr-without-header.mp3',
  })
  await run(folder)
  expect(await albums()).toMatchObject([
    { albumTitel: 'Ada - Weg', releaseJahr: 2019, tracks: [{ title: 'Über den Fluss', duration: 4.075 }] },
  ])
})

test('an album that an admin deleted can be imported again', async () => {
  const { admin, albums, run } = await archiveForImport()
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins']))
  await run(folder)
  await admin.call(deleteAlbum, { params: { albumTitel: 'Weg' } })
  expect(await run(folder)).toMatchObject({ albums: 1, tracks: 1 })
  expect(outline(await albums())).toEqual({ Weg: ['Eins'] })
})

test('an invalid image file beside the music leaves the album without a cover', async () => {
  const { albums, run } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins']),
    'Weg/cover.png': Buffer.from('<svg/>'),
  })
  await run(folder)
  expect(await albums()).toMatchObject([{ albumTitel: 'Weg', albumCover: 'unknown' }])
})

test('the archive’s own data folder is skipped', async () => {
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins']))
  const dataFolder = join(folder, 'data')
  await addFiles(dataFolder, albumFiles('media', 'Fremd', ['Eins']))
  const { services } = await startApp({ dataFolder })
  expect(await importMusic(services, folder)).toMatchObject({ filesInAll: 1, albums: 1 })
})

/** The artists of albums and tracks, by title. Guest artists are in brackets. */
async function creditsOf({ services: { db } }: TestApp): Promise<Record<string, string>> {
  const albums = await db
    .selectFrom('albumArtists')
    .innerJoin('artists', 'artists.id', 'albumArtists.artistId')
    .innerJoin('albums', 'albums.id', 'albumArtists.albumId')
    .select(['albums.title', 'artists.name', 'albumArtists.position'])
    .execute()
  const tracks = await db
    .selectFrom('trackArtists')
    .innerJoin('artists', 'artists.id', 'trackArtists.artistId')
    .innerJoin('tracks', 'tracks.id', 'trackArtists.trackId')
    .select(['tracks.title', 'artists.name', 'trackArtists.position', 'trackArtists.role'])
    .execute()
  const named = [
    ...albums,
    ...tracks.map(({ title, name, role, position }) => ({
      title,
      name: role === 'main' ? name : `(${name})`,
      position,
    })),
  ].sort((a, b) => a.position - b.position)
  return Object.fromEntries(
    [...Map.groupBy(named, ({ title }) => title)].map(([title, rows]) => [
      title,
      rows.map(({ name }) => name).join(' + '),
    ]),
  )
}

async function artistNames({ services: { db } }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('artists').select(['name', 'sortName']).orderBy('id').execute()
  return rows.map(({ name, sortName }) => (name === sortName ? name : `${name} = ${sortName}`)).sort()
}

test('the artists of albums and tracks come from the tags', async () => {
  const { app, admin, albums, run } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Eins', 'Erstes', ['Allein', 'Auch allein'], { artist: 'Die Ärzte' }),
    ...albumFiles('Zwei', 'Zweites', ['Zu zweit'], {
      artist: 'DIE ÄRZTE feat. Bo',
      artists: ['DIE ÄRZTE', 'Bo'],
      albumArtist: 'Bo',
    }),
    'Drei/01.flac': taggedFlac({ title: 'Gemischt A', album: 'Sampler', artist: 'Cem', isCompilation: true }),
    'Drei/02.m4a': taggedM4a({ title: 'Gemischt B', album: 'Sampler', artist: 'Dora', isCompilation: true }),
  })
  await run(folder)
  expect(await creditsOf(app)).toEqual({
    Erstes: 'Die Ärzte',
    Allein: 'Die Ärzte',
    'Auch allein': 'Die Ärzte',
    Zweites: 'Bo',
    'Zu zweit': 'Die Ärzte + (Bo)',
    'Gemischt A': 'Cem',
    'Gemischt B': 'Dora',
  })
  expect(await artistNames(app)).toEqual(['Bo', 'Cem', 'Die Ärzte = Ärzte, Die', 'Dora'])
  const { songs } = await admin.call(listSongs, { query: {} })
  expect(Object.fromEntries(songs.map(({ title, artist }) => [title, artist]))).toEqual({
    Allein: 'Die Ärzte',
    'Auch allein': 'Die Ärzte',
    'Zu zweit': 'Die Ärzte',
    'Gemischt A': 'Cem',
    'Gemischt B': 'Dora',
  })
  const sampler = (await albums()).find(({ albumTitel }) => albumTitel === 'Sampler')
  expect(sampler?.artists).toBeUndefined()
  expect(sampler?.tracks.map(({ artists }) => artists?.[0]?.name)).toEqual(['Cem', 'Dora'])
})

test('artists are sorted by the names in the tags, also later ones, and an admin’s stays', async () => {
  const { app, admin, run } = await archiveForImport()
  const files = (more: { artistSort?: string }) =>
    albumFiles('Eins', 'Erstes', ['Allein'], { artist: 'Max Muster', ...more })
  const folder = await musicFolder({
    ...files({}),
    ...albumFiles('Zwei', 'Zweites', ['Zu zweit'], { artist: 'Ada', artistSort: 'Lovelace, Ada' }),
  })
  await run(folder)
  expect(await artistNames(app)).toEqual(['Ada = Lovelace, Ada', 'Max Muster'])
  await addFiles(folder, files({ artistSort: 'Muster, Max' }))
  await run(folder)
  expect(await artistNames(app)).toEqual(['Ada = Lovelace, Ada', 'Max Muster = Muster, Max'])
  const { id } = await app.services.db
    .selectFrom('artists')
    .select('id')
    .where('name', '=', 'Max Muster')
    .executeTakeFirstOrThrow()
  await admin.call(updateArtist, { params: { id }, body: { sortName: 'Maxe' } })
  await addFiles(folder, files({ artistSort: 'Muster, M.' }))
  await run(folder)
  expect(await artistNames(app)).toEqual(['Ada = Lovelace, Ada', 'Max Muster = Maxe'])
})

test('an artist is deleted with their last album and track', async () => {
  const { app, admin, albums, run } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Eins', 'Erstes', ['Allein'], { artist: 'Ada' }),
    ...albumFiles('Zwei', 'Zweites', ['Auch'], { artist: 'Bo', albumArtist: 'Ada' }),
  })
  await run(folder)
  const more = { title: 'Mehr', album: 'Zweites', artist: 'Cem', albumArtist: 'Ada', track: '2' }
  await addFiles(folder, { 'Zwei/02 Mehr.mp3': taggedMp3(more) })
  await run(folder)
  expect(await artistNames(app)).toEqual(['Ada', 'Bo', 'Cem'])
  const added = (await albums()).flatMap(({ tracks }) => tracks).find(({ title }) => title === 'Mehr')
  await admin.call(deleteTrack, { params: { id: added?.id ?? '' } })
  expect(await artistNames(app)).toEqual(['Ada', 'Bo'])
  await admin.call(deleteAlbum, { params: { albumTitel: 'Erstes' } })
  expect(await artistNames(app)).toEqual(['Ada', 'Bo'])
  await admin.call(deleteAlbum, { params: { albumTitel: 'Zweites' } })
  expect(await artistNames(app)).toEqual([])
  expect(await creditsOf(app)).toEqual({})
})
