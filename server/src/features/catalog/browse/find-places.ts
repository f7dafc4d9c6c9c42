import {
  type AlbumMark,
  UNKNOWN,
  type findAlbumOffset,
  type listAlbumMarks,
} from '@tonarchiv/contract/catalog'
import type { QueryOf } from '@tonarchiv/contract/route'
import type { Database } from '#database/open.ts'
import type { ArchiveCache, ArchiveSnapshot } from './archive-cache.ts'
import { countBefore, countLetters } from '../store/list/find-albums.ts'
import { findAlbum } from '../store/one-album.ts'
import { sortKeysOf } from '../store/sort-keys.ts'

const BEFORE_LETTERS = '#'
const BEHIND_LETTERS = '…'

/** The offset of the first album of each letter or year in a sorted list of albums. */
export async function listMarks(
  db: Database,
  cache: ArchiveCache,
  { sort, ...filter }: QueryOf<typeof listAlbumMarks>,
): Promise<AlbumMark[]> {
  const snapshot = await cache.fresh()
  if (sort === 'year') return marksOfYears(snapshot, filter)
  const list = snapshot.list(JSON.stringify(['title', undefined, filter.year, filter.type]))
  list.marks ??= marksOfLetters(db, filter)
  try {
    return await list.marks
  } catch (error) {
    list.marks = undefined
    throw error
  }
}

type Filter = Omit<QueryOf<typeof listAlbumMarks>, 'sort'>

function marksOfYears({ totals }: ArchiveSnapshot, { type, year }: Filter): AlbumMark[] {
  const wanted = totals.filter(
    (total) => total.albums > 0 && (type ?? total.type) === total.type && (year ?? total.year) === total.year,
  )
  const albums = new Map<number, number>()
  for (const total of wanted) albums.set(total.year, (albums.get(total.year) ?? 0) + total.albums)
  // Year 0 means unknown and comes last.
  const years = [...albums].sort(([a], [b]) => b - a)
  return marksOf(years.map(([of, count]) => [of === 0 ? UNKNOWN : String(of), count]))
}

async function marksOfLetters(db: Database, filter: Filter): Promise<AlbumMark[]> {
  const letters = await countLetters(db, filter)
  return marksOf(letters.map(({ letter, albums }) => [labelOf(letter), albums]))
}

function labelOf(letter: string): string {
  if (letter < 'a') return BEFORE_LETTERS
  return letter > 'z' ? BEHIND_LETTERS : letter.toUpperCase()
}

/** The offset at which each group of albums begins. Groups with the same label are merged. */
function marksOf(groups: readonly (readonly [label: string, albums: number])[]): AlbumMark[] {
  const marks: AlbumMark[] = []
  let offset = 0
  for (const [label, albums] of groups) {
    if (marks.at(-1)?.label !== label) marks.push({ label, offset })
    offset += albums
  }
  return marks
}

/** The number of albums before this album in a list; null when the list does not contain the album. */
export async function offsetOf(
  db: Database,
  { album: titleOrId, sort, ...filter }: QueryOf<typeof findAlbumOffset>,
): Promise<number | null> {
  const album = await findAlbum(db, titleOrId)
  if (album === undefined) return null
  const { id, type, place, releaseYear: year } = album
  if ((filter.type ?? type) !== type || (filter.year ?? year) !== year) return null
  const { sortTitle, sortYear } = sortKeysOf(album)
  const order = sort ?? 'place'
  return countBefore(db, filter, order, { place, newest: id, title: sortTitle, year: sortYear }[order])
}
