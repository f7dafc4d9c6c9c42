import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Album, listAlbums } from '@tonarchiv/contract/catalog'
import { importMusic, type ImportOptions } from '#features/music-import/index.ts'
import { SAMPLES, taggedMp3, type WrittenTags } from './audio-samples.ts'
import { startApp } from './start-app.ts'

/** Files of a music folder: path and content, or the name of a sample. */
export type MusicFiles = Record<string, Buffer | string>

/** A new folder with these files, which is deleted after the test. */
export async function musicFolder(files: MusicFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'musik-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await addFiles(folder, files)
  return folder
}

export async function addFiles(folder: string, files: MusicFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    if (typeof content === 'string') await cp(join(SAMPLES, content), join(folder, path))
    else await writeFile(join(folder, path), content)
  }
}

/** Files of one album by one artist. */
export function albumFiles(
  folder: string,
  album: string,
  titles: readonly string[],
  tags: Partial<WrittenTags> = {},
): MusicFiles {
  return Object.fromEntries(
    titles.map((title, index) => [
      `${folder}/${String(index + 1).padStart(2, '0')} ${title}.mp3`,
      taggedMp3({ title, album, artist: 'Ada', track: String(index + 1), date: '2019', ...tags }),
    ]),
  )
}

/** An archive with an admin, and the import as the command line runs it. */
export async function archiveForImport(
  settings: Parameters<typeof startApp>[0] = {},
  environment: Parameters<typeof startApp>[1] = {},
) {
  // Without ffmpeg, imported files are not converted.
  const app = await startApp({ ffmpeg: undefined, ...settings }, environment)
  const admin = await app.signIn({ isAdmin: true })
  const albums = async () => (await admin.call(listAlbums, { query: { limit: 100 } })).albums
  const run = async (folder: string, options?: ImportOptions) => importMusic(app.services, folder, options)
  return { app, admin, albums, run }
}

export type ImportArchive = Awaited<ReturnType<typeof archiveForImport>>

/** The titles of the tracks of each album, by the title of the album. */
export function outline(albums: readonly Album[]): Record<string, string[]> {
  return Object.fromEntries(
    albums.map(({ albumTitel, tracks }) => [albumTitel, tracks.map(({ title }) => title)]),
  )
}

/** A track of the album "Weg" by Ada. */
export function ofWeg(number: number, title: string, tags: Partial<WrittenTags> = {}): Buffer {
  return taggedMp3({ title, album: 'Weg', artist: 'Ada', track: String(number), date: '2019', ...tags })
}

export async function onlyAlbum({ albums }: Pick<ImportArchive, 'albums'>): Promise<Album> {
  const [album, ...others] = await albums()
  if (album === undefined || others.length > 0) throw new Error('Not exactly one album')
  return album
}
