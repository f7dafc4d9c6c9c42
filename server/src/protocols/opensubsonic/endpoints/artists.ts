import type { DirectoryEntry, ListedArtist } from '#features/catalog/index.ts'
import { catalog } from '#features/catalog/index.ts'
import type { AppContext } from '#feature.ts'
import { notFound } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'
import type { ArtistID3 } from '../shapes/artist.ts'

/** @throws Refused `notFound` */
export async function artistOf({ use }: Pick<AppContext, 'use'>, id: string): Promise<ListedArtist> {
  const artist = await use(catalog).listing.artist(id)
  if (artist === undefined) throw new Refused(notFound)
  return artist
}

/** An artist in lists by tags. */
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

/** Entries by their letters; `#` comes first. */
export function indexOf<T>(
  entries: readonly DirectoryEntry[],
  entryOf: (entry: DirectoryEntry) => T,
): { name: string; artist: T[] }[] {
  const letters = Map.groupBy(entries, ({ letter }) => letter)
  return [...letters]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, its]) => ({ name, artist: its.map(entryOf) }))
}
