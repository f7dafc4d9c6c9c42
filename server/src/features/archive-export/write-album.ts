import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { shownTitle } from '@tonarchiv/contract/catalog'
import { keyOfName, safeName } from '#platform/file-names.ts'
import { albumFolder, putInPlace, removeAlbumFolder } from './album-folder.ts'
import { type AlbumIndex, INDEX_VERSION, type TrackEntry } from './archive-index.ts'
import type { ExportRun } from './export-run.ts'
import { writeIndex } from './index-files.ts'
import { placeImage } from './place-cover.ts'
import { placeLyrics } from './place-lyrics.ts'
import { placeTracks } from './place-tracks.ts'
import { FILE_MAX_BYTES } from './name-lengths.ts'
import type { ExportedAlbum, ExportedTrack } from './store.ts'

/**
 * Writes an album into a separate folder, completely or not at all. The folder is made elsewhere and then renamed.
 * @returns the path of the folder below the root of the export
 */
export async function writeAlbum(run: ExportRun, album: ExportedAlbum): Promise<string> {
  const place = await albumFolder(run, album)
  const { folder } = place
  run.owners.set(keyOfName(folder), album.id)
  const files = album.tracks.flatMap(({ storageName, further }) => [
    ...(storageName === null ? [] : [storageName]),
    ...further,
  ]).length
  if (place.isPresent) run.report.present += 1
  else {
    const aside = join(run.work, album.id)
    await rm(aside, { recursive: true, force: true })
    await mkdir(aside, { recursive: true })
    const index = await buildAlbum(run, album, aside, folder)
    await writeIndex(aside, index)
    await putInPlace(run.root, aside, place)
    run.report.albums += 1
    run.report.tracks += index.tracks.filter(({ file }) => file !== null).length
  }
  run.report.filesDone += files
  const before = run.previous.get(album.id)
  if (before !== undefined && before !== folder) await removeAlbumFolder(run.root, before, album.id)
  return folder
}

async function buildAlbum(
  run: ExportRun,
  album: ExportedAlbum,
  aside: string,
  folder: string,
): Promise<AlbumIndex> {
  const { coverStorageName } = album
  const cover =
    coverStorageName === null ? undefined : await placeImage(run.placer, coverStorageName, aside, 'cover')
  if (coverStorageName !== null && cover === undefined) run.report.missing.push(`${album.title}: cover`)
  const files = album.tracks.map((track, index) => ({ track, name: fileNameOf(track, index) }))
  const found = await placeTracks(run, album, { aside, folder, files, cover })
  const further = await placeFurther(run, album, aside)
  const lyrics: TrackEntry['lyrics'][] = []
  for (const [index, track] of album.tracks.entries())
    lyrics.push(await placeLyrics(aside, track, nameOfTrack(track, index)))
  return {
    format: 'tonarchiv-album',
    version: INDEX_VERSION,
    id: album.id,
    revision: album.revision,
    title: album.title,
    type: album.type,
    year: album.releaseYear,
    isExclusive: album.isExclusive === 1,
    createdAt: album.createdAt,
    artists: album.artists,
    notes: notesEntry(album.notes),
    cover: cover === undefined ? null : { name: cover.name, sizeBytes: cover.sizeBytes },
    tracks: files.map(({ track, name }, index) => {
      const { placed = [], isMissing = false } = further[index] ?? {}
      const entry = trackEntry(track, name, found[index])
      if (placed.length > 0) entry.further = placed
      const words = lyrics[index]
      if (words !== undefined) entry.lyrics = words
      if (isMissing) entry.isMissing = true
      return entry
    }),
  }
}

/** Writes the further files of an album's tracks unchanged, without the tags of the archive. */
async function placeFurther(
  { placer, report, stop }: ExportRun,
  { title, tracks }: ExportedAlbum,
  aside: string,
): Promise<{ placed: NonNullable<TrackEntry['further']>; isMissing: boolean }[]> {
  const results: { placed: NonNullable<TrackEntry['further']>; isMissing: boolean }[] = []
  for (const [index, track] of tracks.entries()) {
    const placed: NonNullable<TrackEntry['further']> = []
    const names = new Set([fileNameOf(track, index)])
    for (const { storageName, format, isOriginal } of track.further) {
      stop?.throwIfAborted()
      const name = freeName({ ...track, storageName, format }, index, names)
      const sizeBytes = await placer.place(storageName, join(aside, name), { isOwn: false })
      if (sizeBytes === undefined) report.missing.push(`${title}: ${track.title} (${format})`)
      else placed.push({ name, sizeBytes, ...(isOriginal === 1 && { isOriginal: true as const }) })
    }
    results.push({ placed, isMissing: placed.length < track.further.length })
  }
  return results
}

/** A file name such as "01 Title.mp3". It is "01 Title (2).mp3" if another file of the track has that name. */
function freeName(track: ExportedTrack, index: number, names: Set<string | undefined>): string {
  for (let number = 1; ; number += 1) {
    const name = fileNameOf(track, index, number === 1 ? '' : ` (${number})`)
    if (name === undefined || names.has(name)) continue
    names.add(name)
    return name
  }
}

function notesEntry({ genres, credits, ...texts }: ExportedAlbum['notes']): AlbumIndex['notes'] {
  return {
    ...texts,
    genres: [...genres],
    credits: credits.map(({ role, names }) => ({ role, names: [...names] })),
  }
}

function trackEntry(
  { id, title, durationSeconds, createdAt, artists }: ExportedTrack,
  name: string | undefined,
  sizeBytes: number | undefined,
): TrackEntry {
  const entry = { id, title, durationSeconds, createdAt, artists }
  if (name === undefined) return { ...entry, file: null }
  return sizeBytes === undefined
    ? { ...entry, file: null, isMissing: true }
    : { ...entry, file: { name, sizeBytes } }
}

/** A file name such as "01 Title.flac". Undefined for a track without a file. */
function fileNameOf(track: ExportedTrack, index: number, suffix = ''): string | undefined {
  const { storageName, format } = track
  if (storageName === null) return undefined
  const extension = /^[a-z\d]{1,8}$/.test(format ?? '') ? `.${format}` : ''
  return `${nameOfTrack(track, index)}${suffix}${extension}`
}

/** "01 Title" */
function nameOfTrack({ title }: ExportedTrack, index: number): string {
  return `${String(index + 1).padStart(2, '0')} ${safeName(shownTitle(title), FILE_MAX_BYTES)}`
}
