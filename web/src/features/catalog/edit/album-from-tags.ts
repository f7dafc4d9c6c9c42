import { artistsOfAlbum, artistsOfTrack, genresOfAlbum, sameName } from '@tonarchiv/contract/album-tags'
import { ALBUM_ARTISTS_MAX, TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import type { AudioTags } from '@tonarchiv/contract/audio-tags'
import { type AlbumDraft, artistsIn, type DraftRow } from './album-draft.ts'
import type { TaggedFile } from '../tags/read-tags.ts'

/** The album type that iTunes appends to titles: "Messing - Single". */
const TYPE_SUFFIX = /\s+-\s+(?:Single|EP)$/i

/**
 * Fills empty fields of the album from the tags of files that were chosen at once, and sorts the rows of these files by
 * track number. Artists and genres are parsed in the same way as by the server's import.
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

/** The second part of `withAlbumTags`: sets artists and features of the rows, and sorts the rows. */
export function withTrackTags(draft: AlbumDraft, files: readonly TaggedFile[]): AlbumDraft {
  const names = files.flatMap(({ tags }) => namesWithSemicolon(tags))
  const wholeNames = [...new Set([...draft.wholeNames, ...names])]
  return inTagOrder(withRowArtists({ ...draft, wholeNames }, files), files)
}

/** Artist names in the tags of a file that contain a semicolon; they must not be split. */
function namesWithSemicolon(tags: AudioTags): string[] {
  const names = [...artistsOfTrack(tags).map(({ name }) => name), ...artistsOfAlbum([tags])]
  return names.filter((name) => name.includes(';'))
}

/** The draft in which the album has these artists. */
export function withArtists(draft: AlbumDraft, names: readonly string[]): AlbumDraft {
  return { ...draft, artist: joined(names), wholeNames: names.filter((name) => name.includes(';')) }
}

/** Joins names to the text of a form field. */
function joined(names: readonly string[]): string {
  return names.join('; ')
}

/** Sets the features of each row; sets its artists only if they differ from those of the album. */
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

/** The most frequent value; undefined counts as a value. */
function mostCommon<T>(values: readonly (T | undefined)[]): T | undefined {
  const counts = new Map<T | undefined, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [[best] = []] = [...counts].toSorted(([, one], [, other]) => other - one)
  return best
}

/**
 * Sorts the rows of these files by their tags; other rows keep their positions. If a file has no track number, nothing
 * is sorted.
 */
function inTagOrder(draft: AlbumDraft, files: readonly TaggedFile[]): AlbumDraft {
  const placeOf = new Map(files.map(({ file, tags }) => [file, placeIn(tags)]))
  const isOfThem = (row: DraftRow) => row.file !== undefined && placeOf.has(row.file)
  const rows = draft.rows.filter(isOfThem)
  const place = (row: DraftRow) => (row.file && placeOf.get(row.file)) ?? 0
  if (rows.some((row) => place(row) === 0)) return draft
  const sorted = rows.toSorted((a, b) => place(a) - place(b)).values()
  return { ...draft, rows: draft.rows.map((row) => (isOfThem(row) ? (sorted.next().value ?? row) : row)) }
}

/** A sort key from disc number and track number; 0 if there is no track number. */
function placeIn({ discNumber = 1, trackNumber = 0 }: AudioTags): number {
  return trackNumber === 0 ? 0 : discNumber * 100_000 + trackNumber
}
