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

/** Maximum length in bytes of an artist's, album's or song's name in a path. */
const NAME_MAX_BYTES = 100

/**
 * The songs with these ids in the form of the protocol, by their ids. Tracks that cannot be played are omitted. Every
 * endpoint that returns songs uses this function.
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

/** The songs of `songsByIds`, in the order of the ids. */
export async function songsInOrder(
  context: Context,
  caller: Caller,
  ids: readonly string[],
): Promise<Child[]> {
  const songs = await songsByIds(context, caller, ids)
  return ids.flatMap((id) => songs.get(id) ?? [])
}

/** The playable tracks of an album, in album order. */
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

/**
 * The fields of songs that are the same for all callers. They are cached for as long as the catalog caches the song.
 */
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
    // An album without artists stands in for the artist.
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

/** Artists with their ids, or `without` when there are no artists. */
export function linksOf(
  artists: readonly { id: string; name: string }[],
  without: { id: string; name: string },
): { id: string; name: string }[] {
  return (artists.length === 0 ? [without] : artists).map(({ id, name }) => ({ id, name }))
}

/**
 * Returns a function for the folder in the path of a song. Apps use the path for downloaded copies. The folder of an
 * album is computed only once.
 */
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

/** Matches names that `safeName` would not change. This test takes less time than `safeName`. */
const PLAIN_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9 ,'()&-]{0,60}[A-Za-z0-9)])?$/

function nameOf(text: string): string {
  // The device names of Windows, which `safeName` changes, have at most seven characters.
  return text.length > 7 && PLAIN_NAME.test(text) && !text.includes('  ')
    ? text
    : safeName(text, NAME_MAX_BYTES)
}
