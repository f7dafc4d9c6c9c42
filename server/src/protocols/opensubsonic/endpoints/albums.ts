import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { AppContext } from '#feature.ts'
import { catalog, type ListedAlbum } from '#features/catalog/index.ts'
import type { AlbumID3 } from '../shapes/album.ts'
import type { Child } from '../shapes/child.ts'
import { linksOf } from './songs.ts'

type Context = Pick<AppContext, 'use'>

const RELEASE_TYPES: Readonly<Record<AlbumType, string>> = {
  album: 'Album',
  single: 'Single',
  ep: 'EP',
  feature: 'Feature',
  unreleased: 'Unreleased',
  loosies: 'Loosies',
}

/** Reads the albums with these ids, in the order of the ids. */
export async function albumsInOrder({ use }: Context, ids: readonly string[]): Promise<ListedAlbum[]> {
  const albums = await use(catalog).listing.albums(ids)
  return ids.flatMap((id) => albums.get(id) ?? [])
}

/** An album in the form that endpoints for browsing by tags return. */
export function albumID3(album: ListedAlbum): AlbumID3 {
  const { id, title, artistName, artists, genres, type } = album
  const artist = artistName ?? title
  const [genre] = genres
  return {
    id,
    name: title,
    artist,
    artistId: artistIdOf(album),
    coverArt: album.coverName ?? undefined,
    songCount: album.playableTracks,
    duration: Math.round(album.durationSeconds),
    created: album.createdAt,
    year: album.releaseYear ?? undefined,
    genre,
    displayArtist: artist,
    genres: genres.map((name) => ({ name })),
    artists: linksOf(artists, { id, name: artist }),
    releaseTypes: [RELEASE_TYPES[type]],
  }
}

/** An album as a directory inside the directory of its first artist. */
export function albumDirectory(album: ListedAlbum): Child {
  return albumDirectoryOf(artistIdOf(album), album)
}

/** An album as a directory inside the directory `parent`. */
export function albumDirectoryOf(parent: string, album: ListedAlbum): Child {
  const { id, title, genres } = album
  const [genre] = genres
  return {
    id,
    parent,
    isDir: true,
    title,
    album: title,
    artist: album.artistName ?? title,
    year: album.releaseYear ?? undefined,
    genre,
    coverArt: album.coverName ?? undefined,
    duration: Math.round(album.durationSeconds),
    created: album.createdAt,
    artistId: artistIdOf(album),
    mediaType: 'album',
  }
}

/** The id of the first artist; an album without artists uses its own id instead. */
function artistIdOf({ id, artists }: ListedAlbum): string {
  return artists[0]?.id ?? id
}
