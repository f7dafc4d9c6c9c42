import { resolve } from 'node:path'
import { titleTaken, TRACKS_PER_ALBUM_MAX } from '@tonarchiv/contract/archive'
import { operator } from '#features/admin-acts/index.ts'
import { addAlbums, addTracks, findAlbum, type NewTrack } from '#features/archive/index.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { stageCover } from './album-cover.ts'
import { asTitle, sameName } from './names.ts'
import { planAlbums, type PlannedAlbum, type PlannedTrack } from './plan-albums.ts'
import { readFolders, type ReadFolder } from './read-folders.ts'
import type { ImportReport } from './report.ts'
import { albumOfKey, noteAlbum, noteFiles } from './store.ts'
import { countMusicFiles } from './walk-music.ts'

export interface ImportOptions {
  /** Stops after the album that is being written. */
  stop?: AbortSignal
  /** Hears of every folder that is done. */
  onProgress?: (report: Readonly<ImportReport>) => void
  /** Copies the files even where a hard link would do. */
  copy?: boolean
}

/**
 * Makes albums and tracks of a folder of tagged music. Each album comes in one transaction with the note of its files,
 * so that a run that was interrupted, by whatever, goes on where it ended and makes nothing twice.
 */
export async function importMusic(
  services: Services,
  folder: string,
  { stop, onProgress, copy = false }: ImportOptions = {},
): Promise<ImportReport> {
  const root = resolve(folder)
  const leftOut = resolve(services.config.dataFolder)
  const report: ImportReport = {
    filesInAll: countMusicFiles(root, leftOut),
    filesDone: 0,
    albums: 0,
    tracks: 0,
    knownFiles: 0,
    skipped: [],
    isInterrupted: false,
  }
  for await (const read of readFolders(services, root, leftOut)) {
    for (const album of planAlbums(read.folder, read.files)) {
      if (stop?.aborted === true) return { ...report, isInterrupted: true }
      await addPlanned(services, album, read, report, copy)
    }
    report.skipped.push(...read.skipped)
    report.knownFiles += read.knownFiles
    report.filesDone += read.folder.files.length
    onProgress?.(report)
  }
  return report
}

async function addPlanned(
  services: Services,
  planned: PlannedAlbum,
  { folder }: ReadFolder,
  report: ImportReport,
  copy: boolean,
): Promise<void> {
  const albumKey = `${sameName(planned.title)}\n${sameName(planned.artist ?? '')}`
  const present = await albumOfKey(services.db, albumKey)
  const tracks = withoutDuplicates(planned.tracks, present?.tracks ?? [], report)
  if (tracks.length === 0) return
  const album = { ...planned, tracks }
  try {
    if (present === undefined) await addNew(services, album, albumKey, folder.coverPaths, copy)
    else await addMore(services, present, album, copy)
  } catch (error) {
    if (!isFaultOfFiles(error)) throw error
    for (const { file } of tracks) report.skipped.push({ path: file.path, reason: 'unreadable' })
    return
  }
  if (present === undefined) report.albums += 1
  report.tracks += tracks.length
}

async function addNew(
  services: Services,
  album: PlannedAlbum,
  albumKey: string,
  coverPaths: readonly string[],
  copy: boolean,
): Promise<void> {
  for (const title of titlesFor(album)) {
    if ((await findAlbum(services.db, title)) !== undefined) continue
    const cover = await stageCover(services.storage, album, coverPaths)
    const { year: releaseYear, type } = album
    const tracks = newTracks(album.tracks, copy)
    const base = { title, releaseYear, type, isExclusive: false, tracks }
    const wanted = cover === undefined ? base : { ...base, cover: { from: 'stage', file: cover } as const }
    try {
      await addAlbums(services, operator, [wanted], async (trx, [made]) => {
        if (made === undefined) return
        await noteAlbum(trx, albumKey, made.albumId)
        await noteFiles(trx, filesOf(album.tracks, made.tracks))
      })
      return
    } catch (error) {
      // Somebody took the title meanwhile; the next one may be free.
      if (!(error instanceof Refused && error.refusal === titleTaken)) throw error
    } finally {
      await cover?.discard()
    }
  }
}

/** Later runs may find more of an album: they go behind the tracks that are there. */
async function addMore(
  services: Services,
  present: { id: string; tracks: readonly unknown[] },
  album: PlannedAlbum,
  copy: boolean,
): Promise<void> {
  const first = present.tracks.length
  const tracks = album.tracks.slice(0, Math.max(0, TRACKS_PER_ALBUM_MAX - first))
  await addTracks(services, operator, present.id, newTracks(tracks, copy), async (trx, made) => {
    await noteFiles(trx, filesOf(tracks, made.tracks.slice(first)))
  })
}

/** The title itself, then with who made it, then with a number. */
function* titlesFor({ title, artist }: PlannedAlbum): Generator<string> {
  yield title
  const named = artist === undefined ? title : asTitle(`${title} (${artist})`, title)
  if (named !== title) yield named
  for (let number = 2; ; number += 1) yield asTitle(`${named.slice(0, 190)} (${number})`, title)
}

function newTracks(tracks: readonly PlannedTrack[], copy: boolean): NewTrack[] {
  return tracks.map(({ title, file: { path, facts } }) => ({
    title,
    file: { item: { from: 'path', path, link: !copy }, facts },
  }))
}

function filesOf(tracks: readonly PlannedTrack[], made: readonly { id: string }[]) {
  return tracks.map(({ file: { path, sizeBytes, modifiedAt } }, index) => ({
    path,
    sizeBytes,
    modifiedAt,
    trackId: made[index]?.id ?? '',
  }))
}

/** Seconds by which two codings of one recording may differ. */
const SAME_LENGTH = 2

/** Leaves out what the album has already, and what lies in the folder twice. */
function withoutDuplicates(
  tracks: readonly PlannedTrack[],
  present: readonly { title: string; durationSeconds: number }[],
  report: ImportReport,
): PlannedTrack[] {
  const seen = new Map<string, number[]>()
  const isIn = (name: string, seconds: number) =>
    seen.get(name)?.some((other) => Math.abs(other - seconds) <= SAME_LENGTH) === true
  const note = (name: string, seconds: number) => seen.set(name, [...(seen.get(name) ?? []), seconds])
  for (const { title, durationSeconds } of present) note(sameName(title), durationSeconds)
  return tracks.filter(({ title, file }) => {
    const { durationSeconds, tags } = file.facts
    const name = sameName(title)
    const place = `${name}\n${tags.discNumber ?? file.folderDisc ?? 1} ${tags.trackNumber ?? 'unknown'}`
    if (isIn(name, durationSeconds) || isIn(place, durationSeconds)) {
      report.skipped.push({ path: file.path, reason: 'duplicate' })
      return false
    }
    note(place, durationSeconds)
    return true
  })
}

/** The files themselves are at fault, so that the next album may do better; a full disk is not. */
function isFaultOfFiles(error: unknown): boolean {
  const codes = ['ENOENT', 'EACCES', 'EPERM', 'EIO', 'ELOOP', 'ENAMETOOLONG', 'ESTALE', 'EISDIR']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
