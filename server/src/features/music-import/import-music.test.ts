import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Album, getAlbum, listAlbums, listSongs, streamTrack } from '@tonarchiv/contract/catalog'
import { deleteAlbum, deleteTrack } from '@tonarchiv/contract/archive-editing'
import { urlOf } from '@tonarchiv/contract/route'
import {
  sample,
  SAMPLES,
  taggedFlac,
  taggedM4a,
  taggedMp3,
  type WrittenTags,
} from '#testing/audio-samples.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { importMusic, type ImportOptions } from './index.ts'

const COMMAND_LINE = join(import.meta.dirname, '../../cli/main.ts')

/** Files of a music folder: path and content, or the name of a sample. */
type Files = Record<string, Buffer | string>

async function musicFolder(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'musik-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await addFiles(folder, files)
  return folder
}

async function addFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    if (typeof content === 'string') await cp(join(SAMPLES, content), join(folder, path))
    else await writeFile(join(folder, path), content)
  }
}

/** Files of one album by one artist. */
function albumFiles(
  folder: string,
  album: string,
  titles: readonly string[],
  tags: Partial<WrittenTags> = {},
): Files {
  return Object.fromEntries(
    titles.map((title, index) => [
      `${folder}/${String(index + 1).padStart(2, '0')} ${title}.mp3`,
      taggedMp3({ title, album, artist: 'Ada', track: String(index + 1), date: '2019', ...tags }),
    ]),
  )
}

async function archive() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const albums = async () => (await admin.call(listAlbums, { query: { limit: 100 } })).albums
  const run = async (folder: string, options?: ImportOptions) => importMusic(app.services, folder, options)
  return { app, admin, albums, run }
}

/** Title → titles of its tracks. */
function outline(albums: readonly Album[]): Record<string, string[]> {
  return Object.fromEntries(
    albums.map(({ albumTitel, tracks }) => [albumTitel, tracks.map(({ title }) => title)]),
  )
}

/** An album of two tracks for each title. */
function manyAlbums(titles: readonly string[]): Files {
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

/** All files in the storage. */
async function keptFiles({ services }: TestApp): Promise<string[]> {
  const entries = await readdir(join(services.config.dataFolder, 'media', 'tracks'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('a folder of tagged music becomes albums with covers, years and playable tracks', async () => {
  const { app, admin, albums, run } = await archive()
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
  const { app, albums, run } = await archive()
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
  const { app, run } = await archive()
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
  const { app, run } = await archive()
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
})

test('what is no music is told with its reason, the rest is taken', async () => {
  const { albums, run } = await archive()
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins']),
    'Weg/Brief.mp3': 'text.mp3',
    'Weg/Film.mp4': 'film.mp4',
    'Weg/Halb.m4a': sample('moov-at-end.m4a').subarray(0, 5000),
    'Weg/Alt.wma': Buffer.from('wma'),
    'Weg/.versteckt.mp3': 'text.mp3',
    'Weg/Notiz.txt': Buffer.from('Text'),
  })
  await symlink('01 Eins.mp3', join(folder, 'Weg', 'Zeiger.mp3'))
  const report = await run(folder)
  expect(report).toMatchObject({ albums: 1, tracks: 1 })
  const reasons = report.skipped.map(({ path, reason }) => `${path.slice(folder.length + 5)}: ${reason}`)
  expect(reasons.toSorted()).toEqual([
    'Alt.wma: unsupported',
    'Brief.mp3: not-audio',
    'Film.mp4: not-audio',
    'Halb.m4a: truncated',
    'Zeiger.mp3: link',
  ])
  expect(outline(await albums())).toEqual({ Weg: ['Eins'] })
})

test('one title by two artists becomes two albums', async () => {
  const { albums, run } = await archive()
  const folder = await musicFolder({
    ...albumFiles('Ada/Live', 'Live', ['Eins']),
    ...albumFiles('Bo/Live', 'Live', ['Zwei'], { artist: 'Bo' }),
    ...albumFiles('Cem/Live', 'LIVE', ['Drei'], { artist: 'Cem' }),
  })
  expect(await run(folder)).toMatchObject({ albums: 3 })
  expect(outline(await albums())).toEqual({ Live: ['Eins'], 'Live (Bo)': ['Zwei'], 'LIVE (Cem)': ['Drei'] })
  expect(await run(folder)).toMatchObject({ albums: 0, knownFiles: 3 })
})

test('discs in separate folders become one album', async () => {
  const { albums, run } = await archive()
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
  const { albums, run } = await archive()
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
  const { albums, run } = await archive()
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins', 'Zwei']),
    ...albumFiles('Weg (Kopie)', 'Weg', ['Eins', 'Zwei', 'Drei']),
    'Weg/01 Eins (1).mp3': taggedMp3({ title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }),
  })
  const report = await run(folder)
  expect(report).toMatchObject({ albums: 1, tracks: 3 })
  expect(report.skipped.map(({ reason }) => reason)).toEqual(['duplicate', 'duplicate', 'duplicate'])
  expect(outline(await albums())).toEqual({ Weg: ['Eins', 'Zwei', 'Drei'] })
})

test('without tags the folder name is the album and the file names are the titles', async () => {
  const { albums, run } = await archive()
  const folder = await musicFolder({
    'Ada - Weg (2019) [MP3]/02_Über_den_Fluss.mp3': 'vbr-without-header.mp3',
  })
  await run(folder)
  expect(await albums()).toMatchObject([
    { albumTitel: 'Ada - Weg', releaseJahr: 2019, tracks: [{ title: 'Über den Fluss', duration: 4.075 }] },
  ])
})

test('a file that changed after its import is skipped and reported', async () => {
  const { albums, run } = await archive()
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins']))
  await run(folder)
  await utimes(join(folder, 'Weg/01 Eins.mp3'), new Date(), new Date(2020, 1, 1))
  expect((await run(folder)).skipped).toMatchObject([{ reason: 'changed' }])
  expect(outline(await albums())).toEqual({ Weg: ['Eins'] })
})

test('an album that an admin deleted can be imported again', async () => {
  const { admin, albums, run } = await archive()
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins']))
  await run(folder)
  await admin.call(deleteAlbum, { params: { albumTitel: 'Weg' } })
  expect(await run(folder)).toMatchObject({ albums: 1, tracks: 1 })
  expect(outline(await albums())).toEqual({ Weg: ['Eins'] })
})

test('an invalid image file beside the music leaves the album without a cover', async () => {
  const { albums, run } = await archive()
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

/** The artists: album title → its artists, and track title → its artists, guests in brackets. */
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

test('the artists of albums and tracks come from the tags; API responses do not change', async () => {
  const { app, admin, albums, run } = await archive()
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
  for (const { artist, albumTitle } of songs) expect(artist).toBe(albumTitle)
  expect((await albums()).every((album) => !('artists' in album))).toBe(true)
})

test('an artist is deleted with their last album and track', async () => {
  const { app, admin, albums, run } = await archive()
  const folder = await musicFolder({
    ...albumFiles('Eins', 'Erstes', ['Allein'], { artist: 'Ada' }),
    ...albumFiles('Zwei', 'Zweites', ['Auch'], { artist: 'Bo', albumArtist: 'Ada' }),
  })
  await run(folder)
  await addFiles(
    folder,
    albumFiles('Zwei', 'Zweites', ['Auch', 'Mehr'], { artist: 'Cem', albumArtist: 'Ada' }),
  )
  await run(folder)
  expect(await artistNames(app)).toEqual(['Ada', 'Bo', 'Cem'])
  const more = (await albums()).flatMap(({ tracks }) => tracks).find(({ title }) => title === 'Mehr')
  await admin.call(deleteTrack, { params: { id: more?.id ?? '' } })
  expect(await artistNames(app)).toEqual(['Ada', 'Bo'])
  await admin.call(deleteAlbum, { params: { albumTitel: 'Erstes' } })
  expect(await artistNames(app)).toEqual(['Ada', 'Bo'])
  await admin.call(deleteAlbum, { params: { albumTitel: 'Zweites' } })
  expect(await artistNames(app)).toEqual([])
  expect(await creditsOf(app)).toEqual({})
})
