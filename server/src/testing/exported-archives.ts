import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderAlbums, updateAlbum } from '@tonarchiv/contract/archive-editing'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { saveLyrics } from '@tonarchiv/contract/lyrics'
import type { Selectable } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '#database/open.ts'
import type { Schema } from '#database/schema.ts'
import { AlbumIndex, ArchiveIndex } from '#features/archive-export/archive-index.ts'
import { importMusic } from '#features/music-import/index.ts'
import { addByForm } from './album-forms.ts'
import { sample, taggedFlac, taggedM4a, taggedMp3 } from './audio-samples.ts'
import { type MusicFiles, musicFolder } from './music-folders.ts'
import { type Call, startApp, type TestApp } from './start-app.ts'
import { addVideoByForm } from './video-forms.ts'

type Video = Selectable<Schema['videos']>

/** An empty folder for an export, which is deleted after the test. */
export async function exportFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function startArchive() {
  const app = await startApp()
  return { app, admin: await app.signIn({ isAdmin: true }) }
}

/** Imports files of music by their paths. */
export async function addMusic({ services }: TestApp, files: MusicFiles): Promise<void> {
  expect(await importMusic(services, await musicFolder(files))).toMatchObject({ skipped: [] })
}

/** Everything that members see of music, lyrics and videos, with the bytes of covers, videos and thumbnails. */
export async function contentOf({ services: { db, storage } }: TestApp) {
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
  const videos = await db.selectFrom('videos').selectAll().orderBy('id').execute()
  const images = await Promise.all(albums.map(async ({ storageName }) => bytesOf(storageName)))
  const bytes = await Promise.all(videos.map(async ({ storageName }) => bytesOf(storageName)))
  const thumbnails = await Promise.all(
    videos.map(async ({ thumbnailStorageName }) => bytesOf(thumbnailStorageName)),
  )
  for (const album of albums) album.storageName = null
  const [tracks, details] = [await tracksIn(db), await albumDetailsIn(db)]
  return { albums, images, ...tracks, ...details, videos: videos.map(detailsOf), bytes, thumbnails }
}

async function tracksIn(db: Database) {
  const tracks = await db
    .selectFrom('tracks')
    .select(['albumId', 'id', 'title', 'durationSeconds', 'format', 'createdAt', 'position'])
    .orderBy('albumId')
    .orderBy('position')
    .execute()
  const further = await db
    .selectFrom('trackFiles')
    .select(['trackId', 'format', 'durationSeconds', 'sampleRate', 'channels'])
    .orderBy('trackId')
    .orderBy('bitrate', 'desc')
    .execute()
  const lyrics = await db
    .selectFrom('trackLyrics')
    .select(['trackId', 'text', 'source'])
    .orderBy('trackId')
    .execute()
  const trackArtists = await db
    .selectFrom('trackArtists')
    .innerJoin('artists', 'artists.id', 'artistId')
    .select(['trackId', 'name', 'role', 'position'])
    .orderBy('trackId')
    .orderBy('position')
    .execute()
  return { tracks, further, lyrics, trackArtists }
}

async function albumDetailsIn(db: Database) {
  const albumArtists = await db
    .selectFrom('albumArtists')
    .innerJoin('artists', 'artists.id', 'artistId')
    .select(['albumId', 'name', 'position'])
    .orderBy('albumId')
    .orderBy('position')
    .execute()
  const linerNotes = await db.selectFrom('linerNotes').selectAll().orderBy('albumId').execute()
  const genres = await db
    .selectFrom('albumGenres')
    .selectAll()
    .orderBy('albumId')
    .orderBy('position')
    .execute()
  const credits = await db
    .selectFrom('albumCredits')
    .selectAll()
    .orderBy('albumId')
    .orderBy('position')
    .execute()
  return { albumArtists, linerNotes, genres, credits }
}

/** The fields of a video that stay the same in another archive. */
function detailsOf({ id, title, description, uploadDate, format, sizeBytes, createdAt }: Video) {
  return { id, title, description, uploadDate, format, sizeBytes, createdAt }
}

/** Adds albums of every kind and videos, and edits one of the albums. */
export async function fillArchive(
  app: TestApp,
  admin: Awaited<ReturnType<TestApp['signIn']>>,
): Promise<void> {
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
    'Nächte/a.opus': 'opus.opus',
    'Lose/ohne tags.wav': 'pcm.wav',
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
    body: {
      albumTitel: 'Heimweg',
      releasedOn: '2021-05-12',
      type: 'ep',
      notes: 'Im *Treppenhaus*\n\n- [Bericht](https://beispiel.de/)',
      credits: [{ role: 'Gesang, Gitarre', names: ['Ada', 'Bastian Groß'] }],
      genres: ['Indie', 'Lo-Fi'],
      recordedOn: '2020',
      label: 'Kellertür',
      source: 'DAT-Band',
    },
  })
  const { albums } = await admin.call(listAlbums, { query: { limit: 100 } })
  await admin.call(orderAlbums, { body: { albums: albums.map(({ albumId }) => ({ albumId })).toReversed() } })
  await addVideoByForm(admin, { title: 'Auftritt: 1/2', description: 'Erste\nZeile', thumbnail: 'cover.jpg' })
  await addVideoByForm(admin, { title: 'Auftritt: 1/2', thumbnail: 'cover.jpg' })
}

/** Replaces the lyrics of the track with this title. */
export async function editLyrics(
  { services: { db } }: TestApp,
  admin: { call: Call },
  title: string,
  text: string,
): Promise<void> {
  const { id } = await db
    .selectFrom('tracks')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  await admin.call(saveLyrics, { params: { id }, body: { text } })
}

export const indexOf = async (folder: string) =>
  z.parse(ArchiveIndex, JSON.parse(await readFile(join(folder, 'tonarchiv.json'), 'utf8')))
export const albumIndexOf = async (folder: string, album: string) =>
  z.parse(AlbumIndex, JSON.parse(await readFile(join(folder, album, 'tonarchiv.json'), 'utf8')))

/** All files below a folder with their bytes, without the internal files of the export. */
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, Buffer>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.includes('.tonarchiv'))
      files.set(path.slice(folder.length + 1), await readFile(path))
  }
  return files
}
