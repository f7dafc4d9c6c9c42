import { operator } from '#features/audit-log/index.ts'
import { type AddedAlbum, giveSortNames, type NewAlbum } from '#features/catalog/index.ts'
import type { StagedFile } from '#storage/storage.ts'
import { type CoverChoice, coverChoice, stageCover } from './album-cover.ts'
import { artistsOfTrack, sortNamesIn } from '@tonarchiv/contract/album-tags'
import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import type { PlannedAlbum } from '../plan/planned-album.ts'
import { remarksOn } from './remarks.ts'
import type { ReadFile, ReadFolder } from '../read/read-folders.ts'
import {
  type AlbumRecord,
  recordAlbums,
  recordSources,
  READER,
  type SourceRow,
  type ValuesRow,
} from '../record/store.ts'
import { freeTitle } from './titles.ts'
import { type LyricsPlan, lyricsOfFiles, writeLyrics } from './track-lyrics.ts'
import type { SourceFile } from '../read/walk-music.ts'
import type { Writing } from './writing.ts'

/** An album that the archive does not have. */
export interface NewAlbumOfFolder {
  album: PlannedAlbum
  read: ReadFolder
}

/**
 * Adds albums with the records of their files in one transaction, after `before` has resolved.
 * @throws Refused `titleInUse` when another album got the title since it was chosen, or when two of these albums have
 * the same title
 */
export async function addNewAlbums(
  writing: Writing,
  batch: readonly NewAlbumOfFolder[],
  before: Promise<unknown>,
): Promise<string[]> {
  const { services, catalog, report, linked } = writing
  const covers: StagedFile[] = []
  try {
    const albums: (NewAlbum & { choice: CoverChoice })[] = []
    for (const { album, read } of batch) {
      const choice = coverChoice(album, read.folder.images)
      const cover = await stageCover(services.storage, choice, report.remarks)
      if (cover !== undefined) covers.push(cover)
      albums.push({
        title: await freeTitle(writing, album),
        releaseYear: album.year,
        type: album.type,
        isExclusive: false,
        artists: album.artists,
        genres: album.genres,
        tracks: album.tracks.map(({ title, file, further }) => ({
          title,
          file: linked(file),
          further: further.map(linked),
          artists: artistsOfTrack(file.info.tags),
        })),
        ...(cover !== undefined && { cover: { from: 'stage', file: cover } }),
        choice,
      })
    }
    const added = await catalog.edit.addAlbums(operator, albums, {
      before,
      alongside: async (trx, made) => {
        const sources: SourceRow[] = []
        const records: AlbumRecord[] = []
        for (const [index, one] of made.entries()) {
          const from = batch[index]
          if (from === undefined) continue
          const coverSource = albums[index]?.choice.source ?? null
          records.push({ keys: from.album, values: valuesRow(from.album, one, coverSource) })
          sources.push(...sourcesOf(from, one))
          const idOf = (track: number) => one.tracks[track]?.id
          await writeLyrics(trx, newLyrics(from.album), { idOf, updatedAt: one.createdAt, tagsWin: false })
        }
        await recordAlbums(trx, records)
        await recordSources(trx, sources)
        await giveSortNames(trx, sortNamesIn(batch.flatMap(({ album }) => tagsOf(album))))
      },
    })
    report.albums += batch.length
    for (const { album } of batch) {
      report.tracks += album.tracks.length
      report.remarks.push(...remarksOn(album))
    }
    return added.map(({ id }) => id)
  } finally {
    for (const cover of covers) await cover.discard()
  }
}

/** The tags of the tracks' own files. */
export function tagsOf({ tracks }: PlannedAlbum): AudioTags[] {
  return tracks.map(({ file }) => file.info.tags)
}

/** The record of the values that the import has written into an album. */
export function valuesRow(
  album: PlannedAlbum,
  written: { id: string; title: string; coverName: string | null },
  coverSource: string | null,
): ValuesRow {
  return {
    albumId: written.id,
    tagTitle: album.title,
    title: written.title,
    artist: album.artist ?? null,
    artists: JSON.stringify(album.artists),
    genres: JSON.stringify(album.genres),
    releaseYear: album.year,
    type: album.type,
    coverName: written.coverName,
    coverSource,
  }
}

function newLyrics({ tracks }: PlannedAlbum): LyricsPlan {
  const put = tracks.flatMap(({ file, further }, index) => {
    const lyrics = lyricsOfFiles([file, ...further])
    return lyrics === undefined ? [] : [[index, lyrics] as const]
  })
  return { put: new Map(put), remove: [] }
}

function sourcesOf({ album, read }: NewAlbumOfFolder, made: AddedAlbum): SourceRow[] {
  const rows = album.tracks.flatMap(({ title, sortKey, file, further }, index): SourceRow[] => {
    const trackId = made.tracks[index]?.id ?? null
    const furtherIds = made.further.flatMap((row) => (row.trackId === trackId ? [row.id] : []))
    const artists = JSON.stringify(artistsOfTrack(file.info.tags))
    const taken = {
      albumId: made.id,
      videoId: null,
      trackId,
      storedAt: made.createdAt,
      sortKey,
      title,
      artists,
      lyricsTrackId: null,
    }
    return [file, ...further].map((source, place) => {
      const trackFileId = place === 0 ? null : (furtherIds[place - 1] ?? null)
      return Object.assign(stateOf(source), taken, { trackFileId })
    })
  })
  const trackOf = new Map(
    album.tracks.flatMap(({ file, further }, index) =>
      [file, ...further].map((one) => [one, made.tracks[index]?.id ?? null] as const),
    ),
  )
  return [...rows, ...besideRows(read, made.id, trackOf)]
}

/**
 * The records of the images and lyrics files in the folder of an album. Lyrics files for the music of other albums are
 * left out.
 */
export function besideRows(
  { folder, files }: ReadFolder,
  albumId: string,
  trackOf: ReadonlyMap<ReadFile, string | null>,
): SourceRow[] {
  const ofMusic = new Set(files.flatMap(({ lyricsFile }) => lyricsFile?.file ?? []))
  const lyrics = new Map(
    [...trackOf].flatMap(([{ lyricsFile }, trackId]) =>
      lyricsFile === undefined ? [] : [[lyricsFile.file, trackId] as const],
    ),
  )
  const beside = [...folder.images, ...folder.lyrics.filter((file) => !ofMusic.has(file)), ...lyrics.keys()]
  return beside.map((file) =>
    Object.assign(stateOf(file), nothingTaken, { albumId, lyricsTrackId: lyrics.get(file) ?? null }),
  )
}

/** The columns of a record for a file from which no values were read. */
export const nothingTaken = {
  albumId: null,
  videoId: null,
  trackId: null,
  trackFileId: null,
  storedAt: null,
  sortKey: null,
  title: null,
  artists: null,
  lyricsTrackId: null,
}

/** The state of a file, by which a later run recognises changes. */
export function stateOf({ recorded, inode, sizeBytes, modifiedAt }: SourceFile) {
  return { path: recorded, inode, sizeBytes, modifiedAt, reader: READER }
}
