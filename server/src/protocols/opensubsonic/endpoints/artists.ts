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

type Entries = readonly DirectoryEntry[]

/** Entries by their letters; `#` comes first. It is made once for each list, which the catalog keeps. */
function byLetters<T>(
  entryOf: (entry: DirectoryEntry) => T,
): (entries: Entries) => { name: string; artist: T[] }[] {
  const known = new WeakMap<Entries, { name: string; artist: T[] }[]>()
  return (entries) => {
    let index = known.get(entries)
    if (index === undefined) {
      index = [...Map.groupBy(entries, ({ letter }) => letter)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, its]) => ({ name, artist: its.map(entryOf) }))
      known.set(entries, index)
    }
    return index
  }
}

/** The list of artists by tags. */
export const artistIndex = byLetters(artistID3)
/** The list of artists as folders. */
export const folderIndex = byLetters(({ id, name }) => ({ id, name }))
