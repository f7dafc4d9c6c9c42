import type { Caller } from '#access/caller.ts'
import { isAudioFormat, MIME_TYPE_OF } from '#audio-probe/audio-formats.ts'
import type { AppContext } from '#feature.ts'
import { catalog, type ListedSong } from '#features/catalog/index.ts'
import { favoriteTimes } from '#features/favorites/index.ts'
import { personalCountsOfTracks } from '#features/plays/index.ts'
import { positionsInTracks } from '#features/saved-positions/index.ts'
import { safeName } from '#platform/file-names.ts'
import type { Child } from '../shapes/child.ts'

type Context = Pick<AppContext, 'services' | 'use'>

/** Maximum number of bytes of a name in a path. */
const NAME_MAX_BYTES = 100

/**
 * The songs with these ids for this caller, by their ids. Tracks that cannot be played are left out. Every endpoint
 * that answers with songs uses this.
 */
export async function songsByIds(
  { services, use }: Context,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Child>> {
  const songs = await use(catalog).listing.songs(ids)
  const children = await childrenOf({ services }, caller, [...songs.values()])
  return new Map(children.map((child) => [child.id, child]))
}

/** The songs of `songsByIds` in the order of the ids. */
export async function songsInOrder(
  context: Context,
  caller: Caller,
  ids: readonly string[],
): Promise<Child[]> {
  const songs = await songsByIds(context, caller, ids)
  return ids.flatMap((id) => songs.get(id) ?? [])
}

/** The playable tracks of an album, in its order. */
export async function songsOfAlbum(
  { services, use }: Context,
  caller: Caller,
  albumId: string,
): Promise<Child[]> {
  return childrenOf({ services }, caller, await use(catalog).listing.songsOfAlbum(albumId))
}

async function childrenOf(
  { services: { db } }: Pick<Context, 'services'>,
  caller: Caller,
  songs: readonly ListedSong[],
): Promise<Child[]> {
  const ids = songs.map(({ id }) => id)
  const favorites = await favoriteTimes(db, caller.id, ids)
  const plays = await personalCountsOfTracks(db, caller.id, ids)
  const positions = await positionsInTracks(db, caller.id, ids)
  const folderOf = folders()
  return songs.map((song) => {
    const starred = favorites.get(song.id)
    const played = plays.get(song.id)
    const bookmarkPosition = positions.get(song.id)
    const child = sharedChildOf(song, folderOf)
    if (starred === undefined && played === undefined && bookmarkPosition === undefined) return child
    return {
      ...child,
      ...(starred !== undefined && { starred }),
      ...(played && { playCount: played.count, played: played.lastPlayedAt }),
      ...(bookmarkPosition !== undefined && { bookmarkPosition }),
    }
  })
}

/** What all callers see of songs. The catalog keeps the songs that it has read last, and these with them. */
const sharedChildren = new WeakMap<ListedSong, Readonly<Child>>()

function sharedChildOf(song: ListedSong, folderOf: (song: ListedSong) => string): Readonly<Child> {
  let child = sharedChildren.get(song)
  if (child === undefined) {
    child = childOf(song, folderOf(song))
    sharedChildren.set(song, child)
  }
  return child
}

function childOf(song: ListedSong, folder: string): Child {
  const { album, artists, features, format } = song
  const artist = song.artistName ?? album.title
  const albumArtist = album.artistName ?? album.title
  const suffix = format ?? 'bin'
  const [genre] = album.genres
  return {
    id: song.id,
    parent: album.id,
    isDir: false,
    title: song.title,
    album: album.title,
    artist,
    track: song.position + 1,
    year: album.releaseYear ?? undefined,
    genre,
    coverArt: album.coverName ?? undefined,
    size: song.sizeBytes ?? undefined,
    contentType: isAudioFormat(suffix) ? MIME_TYPE_OF[suffix] : 'application/octet-stream',
    suffix,
    duration: Math.round(song.durationSeconds),
    bitRate: song.bitrate === null ? undefined : Math.round(song.bitrate / 1000),
    samplingRate: song.sampleRate ?? undefined,
    channelCount: song.channels ?? undefined,
    path: `${folder}/${fileNameOf(song)}.${suffix}`,
    isVideo: false,
    created: song.createdAt,
    albumId: album.id,
    // Without artists, the album takes the place of the artist.
    artistId: artists[0]?.id ?? album.id,
    type: 'music',
    mediaType: 'song',
    displayArtist: artist,
    displayAlbumArtist: albumArtist,
    genres: album.genres.map((name) => ({ name })),
    artists: linksOf([...artists, ...features], { id: album.id, name: artist }),
    albumArtists: linksOf(album.artists, { id: album.id, name: albumArtist }),
  }
}

/** Artists with their ids; `without` is used when there are none. */
export function linksOf(
  artists: readonly { id: string; name: string }[],
  without: { id: string; name: string },
): { id: string; name: string }[] {
  return (artists.length === 0 ? [without] : artists).map(({ id, name }) => ({ id, name }))
}

/** The folders in the paths of songs, which apps use for downloaded copies; the folder of an album is computed once. */
function folders(): (song: ListedSong) => string {
  const known = new Map<string, string>()
  return ({ album }) => {
    let folder = known.get(album.id)
    if (folder === undefined) {
      folder = [album.artistName ?? album.title, album.title].map(nameOf).join('/')
      known.set(album.id, folder)
    }
    return folder
  }
}

function fileNameOf({ title, position }: ListedSong): string {
  return `${String(position + 1).padStart(2, '0')} ${nameOf(title)}`
}

/** Matches most of the names that `safeName` would not change, in less time. */
const PLAIN_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9 ,'()&-]{0,60}[A-Za-z0-9)])?$/

function nameOf(text: string): string {
  // A device name of Windows has at most seven characters.
  return text.length > 7 && PLAIN_NAME.test(text) && !text.includes('  ')
    ? text
    : safeName(text, NAME_MAX_BYTES)
}
