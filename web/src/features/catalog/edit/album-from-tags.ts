import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import type { AlbumDraft, DraftRow } from './album-draft.ts'
import type { FileTags } from '../tags/file-tags.ts'
import type { TaggedFile } from '../tags/read-tags.ts'

/** iTunes appends the type to the title: "Messing - Single". */
const TYPE_SUFFIX = /\s+-\s+(?:Single|EP)$/i

/**
 * Fills the fields of the album that are still empty from the tags of files that were chosen together, and puts their
 * rows into the order of their numbers.
 */
export function withAlbumTags(draft: AlbumDraft, files: readonly TaggedFile[]): AlbumDraft {
  const tags = files.map((file) => file.tags)
  const album = mostCommon(tags.map((one) => one.album?.replace(TYPE_SUFFIX, '')))
  const year = mostCommon(tags.map((one) => one.year))
  const artist = artistOf(tags)
  return inTagOrder(
    {
      ...draft,
      ...(draft.title.trim() === '' && album !== undefined && { title: album.slice(0, TITLE_MAX_LENGTH) }),
      ...(draft.artist.trim() === '' &&
        artist !== undefined && { artist: artist.slice(0, TITLE_MAX_LENGTH) }),
      ...(draft.year.trim() === '' && !draft.isYearUnknown && year !== undefined && { year: String(year) }),
    },
    files,
  )
}

/** The album artist, otherwise the artist of all tracks; none where they differ. */
function artistOf(tags: readonly FileTags[]): string | undefined {
  const named = mostCommon(tags.map(({ albumArtist }) => albumArtist))
  if (named !== undefined) return isPlaceholder(named) ? undefined : named
  const [first, ...others] = tags.map(({ artist }) => artist)
  return others.every((artist) => artist === first) ? first : undefined
}

function isPlaceholder(artist: string): boolean {
  return /^(?:va|various(?: artists)?|verschiedene(?: interpreten)?|diverse)$/i.test(artist)
}

/** The value that most of them have; undefined when half or more have none. */
function mostCommon<T>(values: readonly (T | undefined)[]): T | undefined {
  const counts = new Map<T | undefined, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [[best] = []] = [...counts].toSorted(([, one], [, other]) => other - one)
  return best
}

/** The rows of these files keep their places together; a file without a number leaves the order as it was. */
export function inTagOrder(draft: AlbumDraft, files: readonly TaggedFile[]): AlbumDraft {
  const placeOf = new Map(files.map(({ file, tags }) => [file, placeIn(tags)]))
  const isOfThem = (row: DraftRow) => row.file !== undefined && placeOf.has(row.file)
  const rows = draft.rows.filter(isOfThem)
  const place = (row: DraftRow) => (row.file && placeOf.get(row.file)) ?? 0
  if (rows.some((row) => place(row) === 0)) return draft
  const sorted = rows.toSorted((a, b) => place(a) - place(b)).values()
  return { ...draft, rows: draft.rows.map((row) => (isOfThem(row) ? (sorted.next().value ?? row) : row)) }
}

/** 0 without a number. */
function placeIn({ disc = 1, track = 0 }: FileTags): number {
  return track === 0 ? 0 : disc * 10_000 + track
}
