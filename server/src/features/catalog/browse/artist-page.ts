import { ALBUMS_OF_ARTIST_MAX, artistNotFound } from '@tonarchiv/contract/artists'
import type { Database } from '#database/open.ts'
import { Refused } from '#platform/refused.ts'
import { type AlbumWithArtists, withArtists } from '../store/album-tracks.ts'
import {
  albumsByArtist,
  albumsWithArtist,
  countTracksOfArtist,
  type CountedAlbums,
  findArtist,
  type SortedArtist,
} from '../store/artist-albums.ts'

/** A page of a list of albums, newest first, and the number of all albums in that list. */
interface AlbumList {
  albums: AlbumWithArtists[]
  total: number
}

/** An artist with their albums. */
export interface ArtistPage extends SortedArtist {
  own: AlbumList
  /** Albums of other artists with tracks by or with this artist. */
  appearances: AlbumList
  tracks: number
}

/** @throws Refused `artistNotFound` */
export async function artistPage(db: Database, id: string, offset: number): Promise<ArtistPage> {
  const artist = await findArtist(db, id)
  if (artist === undefined) throw new Refused(artistNotFound)
  const page = { limit: ALBUMS_OF_ARTIST_MAX, offset }
  return {
    ...artist,
    own: await complete(db, await albumsByArtist(db, id, page)),
    appearances: await complete(db, await albumsWithArtist(db, id, page)),
    tracks: await countTracksOfArtist(db, id),
  }
}

async function complete(db: Database, { albums, total }: CountedAlbums): Promise<AlbumList> {
  return { albums: (await withArtists(db, albums)).albums, total }
}
