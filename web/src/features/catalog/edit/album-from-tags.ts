import { artistsOfAlbum, artistsOfTrack, genresOfAlbum, sameName } from '@tonarchiv/contract/album-tags'
import { ALBUM_ARTISTS_MAX, TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import { type AlbumDraft, artistsIn, type DraftRow } from './album-draft.ts'
import type { TaggedFile } from '../tags/read-tags.ts'

/** iTunes appends the type to the title: "Messing - Single". */
const TYPE_SUFFIX = /\s+-\s+(?:Single|EP)$/i

/**
 * Fills the fields of the album that are still empty from the tags of files that were chosen together, and puts their
 * rows into the order of their numbers. Artists and genres are found as the import does.
 */
export function withAlbumTags(draft: AlbumDraft, files: readonly TaggedFile[]): AlbumDraft {
  const tags = files.map((file) => file.tags)
  const album = mostCommon(tags.map((one) => one.album?.replace(TYPE_SUFFIX, '')))
  const year = mostCommon(tags.map((one) => one.year))
  const filled = {
    ...draft,
    ...(draft.title.trim() === '' && album !== undefined && { title: album.slice(0, TITLE_MAX_LENGTH) }),
    ...(draft.artist.trim() === '' && { artist: joined(artistsOfAlbum(tags).slice(0, ALBUM_ARTISTS_MAX)) }),
    ...(draft.year.trim() === '' && !draft.isYearUnknown && year !== undefined && { year: String(year) }),
    ...(draft.genres.length === 0 && { genres: genresOfAlbum(tags) }),
  }
  return withTrackTags(filled, files)
}

/** The part of `withAlbumTags` that concerns the rows: artists, features and the order. */
export function withTrackTags(draft: AlbumDraft, files: readonly TaggedFile[]): AlbumDraft {
  const names = files.flatMap(({ tags }) => namesWithSemicolon(tags))
  const wholeNames = [...new Set([...draft.wholeNames, ...names])]
  return inTagOrder(withRowArtists({ ...draft, wholeNames }, files), files)
}

/** Those in the tags of one file that the text of a field would divide. */
function namesWithSemicolon(tags: AudioTags): string[] {
  const names = [...artistsOfTrack(tags).map(({ name }) => name), ...artistsOfAlbum([tags])]
  return names.filter((name) => name.includes(';'))
}

/** A draft whose album has these artists. */
export function withArtists(draft: AlbumDraft, names: readonly string[]): AlbumDraft {
  return { ...draft, artist: joined(names), wholeNames: names.filter((name) => name.includes(';')) }
}

/** Names as the form takes them. */
function joined(names: readonly string[]): string {
  return names.join('; ')
}

/** Gives the rows of files the artists that differ from those of the album, and the features. */
function withRowArtists(draft: AlbumDraft, files: readonly TaggedFile[]): AlbumDraft {
  const tagsOf = new Map(files.map(({ file, tags }) => [file, tags]))
  const keyOf = (names: readonly string[]) => names.map(sameName).join('\n')
  const ofAlbum = keyOf(artistsIn(draft.artist, draft.wholeNames))
  const rows = draft.rows.map((row): DraftRow => {
    const tags = row.file && tagsOf.get(row.file)
    if (tags === undefined || row.artists !== undefined || row.features !== undefined) return row
    const artists = artistsOfTrack(tags)
    const namesOf = (wanted: 'main' | 'feature') =>
      artists.flatMap(({ name, role }) => (role === wanted ? name : []))
    const [main, features] = [namesOf('main'), namesOf('feature')]
    return {
      ...row,
      ...(main.length > 0 && keyOf(main) !== ofAlbum && { artists: joined(main) }),
      ...(features.length > 0 && { features: joined(features) }),
    }
  })
  return { ...draft, rows }
}

/** The value that most of them have; undefined when half or more have none. */
function mostCommon<T>(values: readonly (T | undefined)[]): T | undefined {
  const counts = new Map<T | undefined, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [[best] = []] = [...counts].toSorted(([, one], [, other]) => other - one)
  return best
}

/** The rows of these files keep their places together; a file without a number leaves the order as it was. */
function inTagOrder(draft: AlbumDraft, files: readonly TaggedFile[]): AlbumDraft {
  const placeOf = new Map(files.map(({ file, tags }) => [file, placeIn(tags)]))
  const isOfThem = (row: DraftRow) => row.file !== undefined && placeOf.has(row.file)
  const rows = draft.rows.filter(isOfThem)
  const place = (row: DraftRow) => (row.file && placeOf.get(row.file)) ?? 0
  if (rows.some((row) => place(row) === 0)) return draft
  const sorted = rows.toSorted((a, b) => place(a) - place(b)).values()
  return { ...draft, rows: draft.rows.map((row) => (isOfThem(row) ? (sorted.next().value ?? row) : row)) }
}

/** 0 without a number. */
function placeIn({ discNumber = 1, trackNumber = 0 }: AudioTags): number {
  return trackNumber === 0 ? 0 : discNumber * 100_000 + trackNumber
}
