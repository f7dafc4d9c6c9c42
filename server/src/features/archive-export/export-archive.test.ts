import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  addTracks,
  deleteAlbum,
  orderAlbums,
  replaceCover,
  updateAlbum,
} from '@tonarchiv/contract/archive-editing'
import { listAlbums } from '@tonarchiv/contract/catalog'
import type { Selectable } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { readAudioInfo } from '#audio-probe/info/audio-info.ts'
import { newReadBuffers } from '#audio-probe/byte-source.ts'
import type { Schema } from '#database/schema.ts'
import { importMusic } from '#features/music-import/index.ts'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import {
  id3Text,
  id3v2,
  mpegFrames,
  sample,
  taggedFlac,
  taggedM4a,
  taggedMp3,
} from '#testing/audio-samples.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'
import { AlbumIndex, ArchiveIndex } from './archive-index.ts'
import { exportArchive, importArchive } from './index.ts'

type Video = Selectable<Schema['videos']>

const COMMAND_LINE = join(import.meta.dirname, '../../cli/main.ts')

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

async function startArchive() {
  const app = await startApp()
  return { app, admin: await app.signIn({ isAdmin: true }) }
}

/** Imports files of music by their paths. */
async function addMusic({ services }: TestApp, files: Record<string, Buffer>): Promise<void> {
  const folder = await newFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  expect(await importMusic(services, folder)).toMatchObject({ skipped: [] })
}

/** Everything that members see of music and videos, with the bytes of covers, videos and thumbnails. */
async function contentOf({ services: { db, storage } }: TestApp) {
  const bytesOf = async (name: string | null) => {
    const file = name === null ? undefined : await storage.open(name)
    if (file === undefined) return null
    const bytes = Buffer.alloc(file.sizeBytes)
    await file.read(bytes, 0)
    file.close()
    return bytes.toString('base64')
  }
  const albums = await db
    .selectFrom('albums')
    .leftJoin('covers', 'covers.name', 'albums.coverName')
    .select(['id', 'title', 'type', 'releaseYear', 'isExclusive', 'albums.createdAt', 'storageName'])
    .orderBy('place')
    .execute()
  const tracks = await db
    .selectFrom('tracks')
    .select(['albumId', 'id', 'title', 'durationSeconds', 'format', 'createdAt', 'position'])
    .orderBy('albumId')
    .orderBy('position')
    .execute()
  const albumArtists = await db
    .selectFrom('albumArtists')
    .innerJoin('artists', 'artists.id', 'artistId')
    .select(['albumId', 'name', 'position'])
    .orderBy('albumId')
    .orderBy('position')
    .execute()
  const trackArtists = await db
    .selectFrom('trackArtists')
    .innerJoin('artists', 'artists.id', 'artistId')
    .select(['trackId', 'name', 'role', 'position'])
    .orderBy('trackId')
    .orderBy('position')
    .execute()
  const videos = await db.selectFrom('videos').selectAll().orderBy('id').execute()
  const images = await Promise.all(albums.map(async ({ storageName }) => bytesOf(storageName)))
  const bytes = await Promise.all(videos.map(async ({ storageName }) => bytesOf(storageName)))
  const thumbnails = await Promise.all(
    videos.map(async ({ thumbnailStorageName }) => bytesOf(thumbnailStorageName)),
  )
  for (const album of albums) album.storageName = null
  return {
    albums,
    images,
    tracks,
    albumArtists,
    trackArtists,
    videos: videos.map(detailsOf),
    bytes,
    thumbnails,
  }
}

/** What is not made anew in another archive. */
function detailsOf({ id, title, description, uploadDate, format, sizeBytes, createdAt }: Video) {
  return { id, title, description, uploadDate, format, sizeBytes, createdAt }
}

/** Albums of every kind, edited after they came. */
async function fill(app: TestApp, admin: Awaited<ReturnType<TestApp['signIn']>>): Promise<void> {
  const way = { album: 'Weg', artist: 'Ada', albumArtist: 'Ada', date: '2019' }
  await addMusic(app, {
    'Ada/Weg/1.mp3': taggedMp3({ ...way, title: 'Anfang', track: '1' }),
    'Ada/Weg/2.flac': taggedFlac({
      ...way,
      title: 'Mitte',
      artist: 'Ada feat. Bo',
      artists: ['Ada', 'Bo'],
      track: '2',
    }),
    'Ada/Weg/3.m4a': taggedM4a({ ...way, title: 'Ende', track: '3' }),
    'Ada/Weg/cover.jpg': sample('cover.jpg'),
    'Nächte/a.opus': sample('opus.opus'),
    'Lose/ohne tags.wav': sample('pcm.wav'),
  })
  await addByForm(admin, {
    albumTitel: 'CON: „Straße/Weg?“ ...',
    type: 'unreleased',
    releaseJahr: 'unknown',
    isExclusive: true,
    tracks: [
      { title: 'Vorhanden', file: 'vorbis.ogg' },
      { title: 'Platzhalter' },
      { title: 'Lied.mp3', file: 'bare.aac' },
    ],
    cover: 'cover.jpg',
  })
  await admin.call(updateAlbum, {
    params: { albumTitel: 'Weg' },
    body: { albumTitel: 'Heimweg', releaseJahr: 2021, type: 'ep' },
  })
  const { albums } = await admin.call(listAlbums, { query: { limit: 100 } })
  await admin.call(orderAlbums, { body: { albums: albums.map(({ albumId }) => ({ albumId })).toReversed() } })
  await addVideoByForm(admin, { title: 'Auftritt: 1/2', description: 'Erste\nZeile', thumbnail: 'cover.jpg' })
  await addVideoByForm(admin, { title: 'Auftritt: 1/2', thumbnail: 'cover.jpg' })
}

const indexOf = async (folder: string) =>
  z.parse(ArchiveIndex, JSON.parse(await readFile(join(folder, 'tonarchiv.json'), 'utf8')))
const albumIndexOf = async (folder: string, album: string) =>
  z.parse(AlbumIndex, JSON.parse(await readFile(join(folder, album, 'tonarchiv.json'), 'utf8')))

/** All files below a folder with their bytes, without those that the export keeps for itself. */
async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, Buffer>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.includes('.tonarchiv'))
      files.set(path.slice(folder.length + 1), await readFile(path))
  }
  return files
}

test('an import of an export gives the same archive', async () => {
  const { app, admin } = await startArchive()
  await fill(app, admin)
  const folder = await newFolder()
  const report = await exportArchive(app.services, folder)
  expect(report).toMatchObject({
    albums: 4,
    tracks: 7,
    videos: 2,
    missing: [],
    untagged: [],
    isInterrupted: false,
  })

  const other = await startApp()
  expect(await importArchive(other.services, folder)).toMatchObject({
    albums: 4,
    tracks: 8,
    videos: 2,
    skipped: [],
    filesDone: 6,
  })
  const [before, after] = [await contentOf(app), await contentOf(other)]
  expect(after).toEqual(before)
  expect(before.thumbnails).not.toContain(null)
  expect(before.images.filter((image) => image !== null).length).toBeGreaterThan(1)
  expect(before.tracks.some(({ format }) => format === null)).toBe(true)

  // Again, it changes nothing.
  expect(await importArchive(other.services, folder)).toMatchObject({ albums: 0, videos: 0, present: 6 })
  expect(await contentOf(other)).toEqual(before)
})

test('the files have names for every system, and the tags of the archive', async () => {
  const { app, admin } = await startArchive()
  await fill(app, admin)
  const folder = await newFolder()
  await exportArchive(app.services, folder)
  const paths = [...(await filesIn(folder)).keys()].map((path) => path.replace(/\[[\da-f]{12}\]/, '[id]'))
  expect(paths.toSorted()).toEqual(
    [
      'Albums/Ada/Heimweg (2021)/01 Anfang.mp3',
      'Albums/Ada/Heimweg (2021)/02 Mitte.flac',
      'Albums/Ada/Heimweg (2021)/03 Ende.m4a',
      'Albums/Ada/Heimweg (2021)/cover.jpg',
      'Albums/Ada/Heimweg (2021)/tonarchiv.json',
      'Albums/Die Größten/Österreichische Nächte (Die Größten) (2019)/01 Grüße aus der Straßenbahn.opus',
      'Albums/Die Größten/Österreichische Nächte (Die Größten) (2019)/cover.jpg',
      'Albums/Die Größten/Österreichische Nächte (Die Größten) (2019)/tonarchiv.json',
      'Albums/Jörg Übermut/Österreichische Nächte (Jörg Übermut) (2019)/01 Grüße aus der Straßenbahn.wav',
      'Albums/Jörg Übermut/Österreichische Nächte (Jörg Übermut) (2019)/tonarchiv.json',
      'Albums/_/CON_ „Straße_Weg_“/01 Vorhanden.ogg',
      'Albums/_/CON_ „Straße_Weg_“/03 Lied.aac',
      'Albums/_/CON_ „Straße_Weg_“/cover.jpg',
      'Albums/_/CON_ „Straße_Weg_“/tonarchiv.json',
      'Videos/2026-03-01 Auftritt_ 1_2.jpg',
      'Videos/2026-03-01 Auftritt_ 1_2.mp4',
      'Videos/2026-03-01 Auftritt_ 1_2 [id].jpg',
      'Videos/2026-03-01 Auftritt_ 1_2 [id].mp4',
      'tonarchiv.json',
    ].toSorted(),
  )
  const tagsOf = (path: string) => {
    const info = readAudioInfo(join(folder, path), newReadBuffers())
    return info.kind === 'audio' ? info.tags : info
  }
  expect(tagsOf('Albums/Ada/Heimweg (2021)/02 Mitte.flac')).toEqual({
    title: 'Mitte',
    album: 'Heimweg',
    artist: 'Ada feat. Bo',
    artists: ['Ada', 'Bo'],
    albumArtist: 'Ada',
    trackNumber: 2,
    year: 2021,
  })
  expect(tagsOf('Albums/Ada/Heimweg (2021)/03 Ende.m4a')).toMatchObject({
    album: 'Heimweg',
    year: 2021,
    trackNumber: 3,
  })
  expect(tagsOf('Albums/_/CON_ „Straße_Weg_“/01 Vorhanden.ogg')).toMatchObject({
    title: 'Vorhanden',
    album: 'CON: „Straße/Weg?“ ...',
    trackNumber: 1,
  })
  expect(tagsOf('Albums/_/CON_ „Straße_Weg_“/03 Lied.aac')).toMatchObject({
    title: 'Lied.mp3',
    trackNumber: 3,
  })
})

test('a file that agrees with the archive is a hard link, a changed one a copy, and originals stay as they are', async () => {
  const { app, admin } = await startArchive()
  const lyrics = Buffer.concat([Buffer.from('\u0003deu\0'), Buffer.from('Die erste Zeile\nDie zweite')])
  const sound = mpegFrames(40)
  await addMusic(app, {
    'Weg/1.mp3': taggedMp3({ title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }),
    'Weg/2.mp3': Buffer.concat([
      id3v2(4, [
        ['TIT2', id3Text('Zwei')],
        ['TALB', id3Text('Weg')],
        ['TPE1', id3Text('Ada')],
        ['TRCK', id3Text('2')],
        ['USLT', lyrics],
        ['TXXX', id3Text('MOOD\0ruhig')],
      ]),
      sound,
    ]),
  })
  const { albums } = await admin.call(listAlbums, { query: {} })
  const tracks = albums[0]?.tracks ?? []
  await admin.call(updateAlbum, {
    params: { albumTitel: 'Weg' },
    body: { tracks: tracks.map(({ id, title }) => ({ id, title: title === 'Zwei' ? 'Zwo' : title })) },
  })
  const media = join(app.services.config.dataFolder, 'media')
  const originals = await filesIn(media)
  const folder = await newFolder()
  expect(await exportArchive(app.services, folder)).toMatchObject({ tracks: 2, tagged: 1, untagged: [] })

  const album = join(folder, 'Albums/Ada/Weg')
  const { dev } = lstatSync(folder)
  const isSameDisk = dev === lstatSync(media).dev
  const [shared, own] = [lstatSync(join(album, '01 Eins.mp3')), lstatSync(join(album, '02 Zwo.mp3'))]
  expect(own.nlink).toBe(1)
  // A file system that clones needs no links.
  if (isSameDisk && shared.nlink === 1)
    expect(readFileSync(join(album, '01 Eins.mp3')).length).toBeGreaterThan(0)
  else if (isSameDisk) expect(shared.nlink).toBe(2)
  const tagged = await readFile(join(album, '02 Zwo.mp3'))
  expect(tagged.includes('Die erste Zeile')).toBe(true)
  expect(tagged.includes('ruhig')).toBe(true)
  expect(tagged.includes(sound)).toBe(true)
  expect(await filesIn(media)).toEqual(originals)

  const copies = await newFolder()
  await exportArchive(app.services, copies, { copies: true })
  expect(lstatSync(join(copies, 'Albums/Ada/Weg/01 Eins.mp3')).nlink).toBe(1)
})

test('further files of tracks, and originals of converted ones, come back as what they were', async () => {
  const ffmpeg = process.env['FFMPEG_FOR_TESTS'] ?? 'ffmpeg'
  const app = await startApp({ ffmpeg })
  const tags = { title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }
  const twins = { flac: taggedFlac(tags), mp3: taggedMp3(tags, { frames: 29 }) }
  await addMusic(app, { 'Weg/1.flac': twins.flac, 'Weg/1.mp3': twins.mp3, 'Alt/1.aiff': sample('pcm.aiff') })
  const marked = async () =>
    app.services.db.selectFrom('tracks').select('id').where('needsConversion', '=', 1).execute()
  await expect.poll(marked, { timeout: 30_000 }).toEqual([])
  const folder = await newFolder()
  expect(await exportArchive(app.services, folder)).toMatchObject({ tracks: 2, filesInAll: 4, filesDone: 4 })
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 0, present: 2 })
  const files = [...(await filesIn(folder))]
  const bytesOf = (name: string) => files.find(([path]) => path.endsWith(name))?.[1]
  expect(bytesOf('/01 Eins.mp3')?.equals(twins.mp3)).toBe(true)
  expect(bytesOf('.aiff')?.equals(sample('pcm.aiff'))).toBe(true)

  const other = await startApp({ ffmpeg: undefined })
  expect(await importArchive(other.services, folder)).toMatchObject({ albums: 2, tracks: 2, skipped: [] })
  const furtherOf = async ({ services: { db } }: TestApp) =>
    db
      .selectFrom('trackFiles')
      .innerJoin('tracks', 'tracks.id', 'trackFiles.trackId')
      .select(['trackId', 'trackFiles.format', 'trackFiles.sizeBytes', 'isOriginal'])
      .select(['trackFiles.needsConversion', 'tracks.format as playedFormat'])
      .orderBy('trackFiles.format')
      .execute()
  expect(await furtherOf(other)).toEqual(await furtherOf(app))
  expect(await furtherOf(other)).toMatchObject([
    { format: 'aiff', isOriginal: 1, needsConversion: 1, playedFormat: 'flac' },
    { format: 'mp3', isOriginal: 0, needsConversion: 0, playedFormat: 'flac' },
  ])

  // A further file that somebody has removed comes back, and one that is lost is told.
  const [lost = ''] = files.flatMap(([path]) => (path.endsWith('.aiff') ? [path] : []))
  await rm(join(folder, lost))
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, present: 1 })
  expect([...(await filesIn(folder)).keys()]).toContain(lost)
})

test('another cover replaces the picture in the files', async () => {
  const { app, admin } = await startArchive()
  const old = sample('cover.jpg')
  await addMusic(app, {
    'Weg/1.mp3': taggedMp3({ title: 'Eins', album: 'Weg', artist: 'Ada', track: '1' }, { cover: old }),
  })
  const { services } = app
  const folder = await newFolder()
  expect(await exportArchive(services, folder)).toMatchObject({ tagged: 0 })
  const cover = await readFile(join(folder, 'Albums/Ada/Weg/cover.jpg'))
  expect(cover.equals(old)).toBe(true)
  const image = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#804020' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('albumCover', fileOf(image), 'neu.png')
  await admin.call(replaceCover, { params: { albumTitel: 'Weg' }, form })
  expect(await exportArchive(services, folder)).toMatchObject({ albums: 1, tagged: 1, untagged: [] })
  const path = join(folder, 'Albums/Ada/Weg')
  expect((await readdir(path)).toSorted()).toEqual(['01 Eins.mp3', 'cover.png', 'tonarchiv.json'])
  expect((await readFile(join(path, '01 Eins.mp3'))).includes(image)).toBe(true)
})

test('a second run writes what has changed, and keeps files of others', async () => {
  const { app, admin } = await startArchive()
  for (const albumTitel of ['Eins', 'Zwei', 'Drei'])
    await addByForm(admin, { albumTitel, releaseJahr: 'unknown' })
  const folder = await newFolder()
  await exportArchive(app.services, folder)
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 0, present: 3, tagged: 0 })

  await writeFile(join(folder, 'Albums/_/Zwei/Notiz.txt'), 'meine')
  await writeFile(join(folder, 'Albums/_/Drei/Notiz.txt'), 'meine')
  await admin.call(updateAlbum, { params: { albumTitel: 'Zwei' }, body: { albumTitel: 'Zwo' } })
  await admin.call(updateAlbum, { params: { albumTitel: 'Drei' }, body: { exclusive: true } })
  await admin.call(deleteAlbum, { params: { albumTitel: 'Eins' } })
  expect(await exportArchive(app.services, folder)).toMatchObject({
    albums: 2,
    present: 0,
    stale: ['Albums/_/Eins'],
  })
  expect((await indexOf(folder)).albums.map((album) => album.folder)).toEqual([
    'Albums/_/Drei',
    'Albums/_/Zwo',
  ])
  expect(await readdir(join(folder, 'Albums/_/Zwei'))).toEqual(['Notiz.txt'])
  expect((await readdir(join(folder, 'Albums/_/Drei'))).toSorted()).toEqual([
    '01 Lied.mp3',
    'Notiz.txt',
    'tonarchiv.json',
  ])
  expect((await albumIndexOf(folder, 'Albums/_/Drei')).isExclusive).toBe(true)

  // A file that was removed comes back.
  await rm(join(folder, 'Albums/_/Zwo/01 Lied.mp3'))
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, present: 1 })
  expect(await readdir(join(folder, 'Albums/_/Zwo'))).toContain('01 Lied.mp3')
})

test('albums of one name have folders of their own, also in another order', async () => {
  const { app, admin } = await startArchive()
  for (const albumTitel of ['Weg?', 'Weg*', 'weg:']) await addByForm(admin, { albumTitel, releaseJahr: 2001 })
  const folder = await newFolder()
  await exportArchive(app.services, folder)
  const first = new Map((await indexOf(folder)).albums.map((album) => [album.id, album.folder]))
  expect(new Set([...first.values()].map((path) => path.toLowerCase())).size).toBe(3)
  const { albums } = await admin.call(listAlbums, { query: {} })
  await admin.call(orderAlbums, { body: { albums: albums.map(({ albumId }) => ({ albumId })).toReversed() } })
  await exportArchive(app.services, folder)
  const second = await indexOf(folder)
  expect(new Map(second.albums.map((album) => [album.id, album.folder]))).toEqual(first)
  expect(second.albums.map(({ id }) => id)).toEqual([...first.keys()].toReversed())
})

test('a killed export goes on where it ended', async () => {
  const { app } = await startArchive()
  const titles = Array.from({ length: 150 }, (_, index) => `Album ${index}`)
  await addMusic(
    app,
    Object.fromEntries(
      titles.map((album) => [
        `${album}/1.mp3`,
        taggedMp3({ title: 'Lied', album, artist: 'Ada', track: '1' }),
      ]),
    ),
  )
  const folder = await newFolder()
  const child = spawn(process.execPath, [COMMAND_LINE, 'export', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settingsOf(app) },
  })
  const ended = once(child, 'exit')
  const written = async () => (await readdir(join(folder, 'Albums/Ada')).catch(() => [])).length
  await expect.poll(written, { interval: 5, timeout: 30_000 }).toBeGreaterThan(3)
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')
  const before = await written()
  for (const album of await readdir(join(folder, 'Albums/Ada')))
    expect((await readdir(join(folder, 'Albums/Ada', album))).toSorted()).toEqual([
      '01 Lied.mp3',
      'tonarchiv.json',
    ])

  const { code, output } = await runArchive(settingsOf(app), 'export', folder)
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Wrote ${150 - before} albums`),
  })
  expect(output).toContain(`${before} albums and videos were there already.`)
  expect((await indexOf(folder)).albums).toHaveLength(150)

  const other = await startApp()
  const imported = await runArchive(settingsOf(other), 'import', folder)
  expect(imported).toMatchObject({ code: 0, output: expect.stringContaining('Made 150 albums, 150 tracks') })
  expect(await contentOf(other)).toEqual(await contentOf(app))
})

test('a full disk ends the export in one line, and files missing in the storage are listed', async () => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg', tracks: ['Eins', 'Zwei'] })
  const full = await newFolder()
  const { config } = app.services
  const services = { ...app.services, config: { ...config, reservedDiskBytes: 2 ** 60 } }
  await expect(exportArchive(services, full, { copies: true })).rejects.toThrow(
    `The disk under ${full} is full. Make room and run it again: it goes on where it ended.`,
  )

  const { storageName } = await app.services.db
    .selectFrom('tracks')
    .select('storageName')
    .where('title', '=', 'Zwei')
    .executeTakeFirstOrThrow()
  const media = join(
    config.dataFolder,
    'media',
    'tracks',
    storageName?.slice(7, 9) ?? '',
    storageName?.slice(9, 11) ?? '',
  )
  const lost = join(media, storageName?.slice(7) ?? '')
  await rename(lost, `${lost}.away`)
  const folder = await newFolder()
  const { code, output } = await runArchive(settingsOf(app), 'export', folder)
  expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining('Weg: Zwei') })
  await rename(`${lost}.away`, lost)
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, missing: [] })
})

test('an index that leads out of its folder, a link, and a newer index are not read', async () => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg', releaseJahr: 'unknown' })
  const folder = await newFolder()
  await exportArchive(app.services, folder)
  const index = await indexOf(folder)
  const other = await startApp()
  const write = async (value: object) => writeFile(join(folder, 'tonarchiv.json'), JSON.stringify(value))
  for (const path of ['../Weg', '/etc', 'Albums/../../Weg', 'Albums\\Weg']) {
    await write({ ...index, albums: index.albums.map(({ id }) => ({ id, folder: path })) })
    await expect(importArchive(other.services, folder)).rejects.toThrow('is not an index of an export')
  }
  await write({ ...index, version: 2 })
  await expect(importArchive(other.services, folder)).rejects.toThrow('written by a newer version')
  await write(index)
  const song = join(folder, 'Albums/_/Weg/01 Lied.mp3')
  await rename(song, join(folder, 'Lied.mp3'))
  await symlink(join(folder, 'Lied.mp3'), song)
  expect(await importArchive(other.services, folder)).toMatchObject({
    albums: 1,
    skipped: [{ path: 'Albums/_/Weg/01 Lied.mp3', reason: 'missing' }],
  })
})

test('a title that another album has is reported, and that album stays', async () => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg' })
  await addByForm(admin, { albumTitel: 'Ziel' })
  const folder = await newFolder()
  await exportArchive(app.services, folder)
  const other = await startArchive()
  await addByForm(other.admin, { albumTitel: 'WEG', tracks: ['Ganz anders'] })
  expect(await importArchive(other.app.services, folder)).toMatchObject({
    albums: 1,
    skipped: [{ path: 'Albums/_/Weg (2020)', reason: 'title-in-use' }],
  })
  const { albums } = await other.admin.call(listAlbums, { query: {} })
  expect(albums.map(({ albumTitel }) => albumTitel)).toEqual(['Ziel', 'WEG'])
})

test('tracks that are added later come with the next export', async () => {
  const { app, admin } = await startArchive()
  await addByForm(admin, { albumTitel: 'Weg', tracks: ['Eins'] })
  const folder = await newFolder()
  await exportArchive(app.services, folder)
  const form = new FormData()
  form.set('albumTitle', 'Weg')
  form.set('newTrack0', fileOf('lossless.flac'), 'Zwei.flac')
  await admin.call(addTracks, { form })
  expect(await exportArchive(app.services, folder)).toMatchObject({ albums: 1, tracks: 2 })
})
