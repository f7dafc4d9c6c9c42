import type { DirectoryEntry, ListedArtist } from '#features/catalog/index.ts'
import { catalog } from '#features/catalog/index.ts'
import type { AppContext } from '#feature.ts'
import { notFound } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'
import { keptAnswer } from '../frame/kept-answers.ts'
import type { ArtistID3 } from '../shapes/artist.ts'

/**
 * Finds an artist by id.
 * @throws Refused `notFound`
 */
export async function artistOf({ use }: Pick<AppContext, 'use'>, id: string): Promise<ListedArtist> {
  const artist = await use(catalog).listing.artist(id)
  if (artist === undefined) throw new Refused(notFound)
  return artist
}

/** An artist in the form that endpoints for browsing by tags return. */
export function artistID3({
  id,
  name,
  sortName,
  albumCount,
  coverName = null,
}: Pick<DirectoryEntry, 'id' | 'name'> & Partial<DirectoryEntry>): ArtistID3 {
  return {
    id,
    name,
    ...(sortName !== undefined && { sortName }),
    ...(albumCount !== undefined && { albumCount }),
    ...(coverName !== null && { coverArt: coverName }),
  }
}

type Entries = readonly DirectoryEntry[]

/**
 * Caches the result of `make` for each list of artists. The catalog returns the same list object as long as the list
 * does not change.
 */
function madeOnce<T extends {}>(make: (entries: Entries) => T): (entries: Entries) => T {
  const known = new WeakMap<Entries, T>()
  return (entries) => {
    const made = known.get(entries) ?? make(entries)
    known.set(entries, made)
    return made
  }
}

/** Entries by their letters; `#` comes first. */
function byLetters<T>(
  entries: Entries,
  entryOf: (entry: DirectoryEntry) => T,
): { name: string; artist: T[] }[] {
  return [...Map.groupBy(entries, ({ letter }) => letter)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, its]) => ({ name, artist: its.map(entryOf) }))
}

/** The answer of `getArtists`: all artists with the fields of tags, by their sort names, which have no articles. */
export const allArtists = madeOnce((entries) =>
  keptAnswer({ artists: { ignoredArticles: '', index: byLetters(entries, artistID3) } }),
)
/** All artists as folders. */
export const folderIndex = madeOnce((entries) => byLetters(entries, ({ id, name }) => ({ id, name })))
