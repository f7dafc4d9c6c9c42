import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { expect, onTestFinished } from 'vitest'
import { sample } from './audio-samples.ts'
import { archiveForImport, musicFolder } from './music-folders.ts'
import type { TestApp } from './start-app.ts'

/** The path of FFmpeg. `npm test` finds or downloads the program and sets this variable. */
export const ffmpeg = process.env['FFMPEG_FOR_TESTS'] ?? 'ffmpeg'
export const patiently = { timeout: 30_000 }

export type ImportedArchive = Awaited<ReturnType<typeof archiveForImport>>

export async function tracksOf({ albums }: ImportedArchive) {
  return (await albums()).flatMap((album) => album.tracks)
}

export async function marks(archive: ImportedArchive): Promise<(true | undefined)[]> {
  return (await tracksOf(archive)).map(({ needsConversion }) => needsConversion)
}

/** Waits until no track is marked for conversion, and the converter has removed its temporary files. */
export async function expectConverted(archive: ImportedArchive): Promise<void> {
  const { db } = archive.app.services
  const left = async () => [
    ...(await marks(archive)).filter((mark) => mark !== undefined),
    ...(await db.selectFrom('conversions').selectAll().execute()),
  ]
  await expect.poll(left, patiently).toEqual([])
}

/** The bytes that a player receives for a file's name or a track's id. */
export async function bytesAt(
  { app, admin }: { app: TestApp; admin: { token: string } },
  file: string,
  format?: string,
) {
  const response = await app.fetch(urlOf(streamTrack, { params: { file }, query: { format } }), {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.status).toBe(200)
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A script in place of ffmpeg, whose last parameter is the file that it writes. */
export async function programOf(lines: string): Promise<string> {
  const folder = await newFolder()
  const path = join(folder, 'ffmpeg')
  await writeFile(path, `#!/bin/sh\nfor last do :; done\nout="\${last#file:}"\n${lines}\n`)
  await chmod(path, 0o755)
  return path
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-ffmpeg-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  return folder
}

/**
 * A sample whose title is replaced by another one of the same length. The import would treat files with equal tags as
 * encodings of one recording.
 */
export function titled(bytes: Buffer, index: number): Buffer {
  let text = bytes.toString('latin1')
  const inUtf8 = (title: string) => Buffer.from(title).toString('latin1')
  const inUtf16 = (title: string) => Buffer.from(title, 'utf16le').toString('latin1')
  text = text.replaceAll(inUtf8('Straßenbahn'), inUtf8(`Strassenba${index}n`))
  text = text.replaceAll(inUtf16('Straßenbahn'), inUtf16(`Strasenba${index}n`))
  return Buffer.from(text, 'latin1')
}

export async function storedFiles({ app }: ImportedArchive): Promise<string[]> {
  const found = await readdir(join(app.services.config.dataFolder, 'media'), {
    recursive: true,
    withFileTypes: true,
  })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** An archive with this converter and one track that needs conversion. */
export async function oneMarked(program: string | undefined): Promise<ImportedArchive & { folder: string }> {
  const archive = await archiveForImport({ ffmpeg: program })
  const folder = await musicFolder({ 'Weg/01.aiff': 'pcm.aiff' })
  await archive.run(folder)
  return { ...archive, folder }
}

/** Expects that a converter with these lines is run three times, and that the track does not change. */
export async function expectThreeAttempts(lines: string): Promise<void> {
  const log = join(await newFolder(), 'log')
  const archive = await oneMarked(await programOf(`echo run >> '${log}'\n${lines}`))
  const { db } = archive.app.services
  await expect
    .poll(async () => db.selectFrom('conversions').select(['tries', 'claimedUntil']).execute(), patiently)
    .toEqual([{ tries: 3, claimedUntil: null }])
  archive.app.services.events.emit('archiveChanged', {})
  expect(await marks(archive)).toEqual([true])
  const [track] = await tracksOf(archive)
  expect((await bytesAt(archive, track?.id ?? '')).bytes.equals(sample('pcm.aiff'))).toBe(true)
  expect(await storedFiles(archive)).toHaveLength(1)
  expect((await readFile(log, 'utf8')).trim().split('\n')).toHaveLength(3)
}
