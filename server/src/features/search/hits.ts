import type * as contract from '@tonarchiv/contract/search'
import { UNKNOWN } from '@tonarchiv/contract/catalog'
import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import {
  albumsByIds,
  artistsByIds,
  coverUrlOf,
  isPlayable,
  type Track,
  trackToWire,
} from '#features/catalog/index.ts'
import type { foundMessages } from '#features/chat/index.ts'
import { foundLines } from '#features/lyrics/index.ts'
import { foundPlaylists, visiblePlaylistsOf } from '#features/playlists/index.ts'
import { deletedPerson, personIn, type Presence } from '#features/presence/index.ts'
import { foundVideos } from '#features/videos/index.ts'

/*
 * Each function builds the hits for some ids, in the order of the ids. The index may be slightly outdated, so rows that
 * were deleted or that the caller may no longer see are left out.
 */

export function songHits(tracks: ReadonlyMap<string, Track>, ids: readonly string[]): contract.FoundSong[] {
  return ids.flatMap((id) => {
    const track = tracks.get(id)
    if (track === undefined || !isPlayable(track)) return []
    const { title: albumTitle, id: albumId } = track.album
    return { ...trackToWire(track), file: track.fileName, albumTitle, albumId }
  })
}

export async function albumHits(db: Executor, ids: readonly string[]): Promise<contract.FoundAlbum[]> {
  const albums = await albumsByIds(db, ids)
  return ids.flatMap((id) => {
    const album = albums.get(id)
    if (album === undefined) return []
    return {
      albumId: id,
      albumTitel: album.title,
      albumCover: coverUrlOf(album.coverName),
      releaseJahr: album.releaseYear ?? UNKNOWN,
      type: album.type,
      isExclusive: album.isExclusive === 1,
      artist: album.artistName,
      trackCount: album.trackCount,
    }
  })
}

export async function artistHits(
  db: Executor,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const artists = ids.length === 0 ? new Map<string, never>() : await artistsByIds(db, ids)
  return ids.flatMap((id) => artists.get(id) ?? [])
}

export async function playlistHits(
  needs: { db: Executor; presence: Pick<Presence, 'members'> },
  caller: Caller,
  ids: readonly string[],
): Promise<contract.FoundPlaylist[]> {
  const rows = await visiblePlaylistsOf(needs.db, caller, ids)
  const visible = ids.flatMap((id) => rows.get(id) ?? [])
  if (visible.length === 0) return []
  const playlists = await foundPlaylists(needs, caller, visible)
  return playlists.map(({ id, title, owner, entryCount, covers }) => ({
    id,
    title,
    owner,
    entryCount,
    covers,
  }))
}

export async function videoHits(db: Executor, ids: readonly string[]): Promise<contract.FoundVideo[]> {
  const videos = await foundVideos(db, ids)
  return ids.flatMap((id) => {
    const video = videos.get(id)
    if (video === undefined) return []
    const { title, upload_date: uploadDate, duration, thumbnailUrl } = video
    return { id, title, upload_date: uploadDate, duration, thumbnailUrl }
  })
}

export async function peopleHits(
  presence: Pick<Presence, 'members'>,
  ids: readonly string[],
): Promise<ReturnType<typeof personIn>[]> {
  const members = await presence.members()
  return ids.flatMap((id) => {
    const profile = members.get(id)
    return profile === undefined ? [] : personIn(profile)
  })
}

/** The sender id of messages whose account was deleted. */
const DELETED_ID = 'deleted'

/** The hits for these ids, without messages of members whom the caller does not see. */
export function messageHits(
  { presence, callerId }: { presence: Pick<Presence, 'isHidden'>; callerId: string },
  messages: Awaited<ReturnType<typeof foundMessages>>,
  ids: readonly string[],
): contract.FoundMessage[] {
  return ids.flatMap((id) => {
    const message = messages.get(id)
    if (message === undefined) return []
    if (message.userId !== null && presence.isHidden(callerId, message.userId)) return []
    const { content, createdAt, userId, username, displayName, photoURL } = message
    const author =
      userId === null ? deletedPerson(DELETED_ID) : { id: userId, username, displayName, photoURL }
    return { id, content, createdAt, author }
  })
}

/** The hits for songs by their lyrics. `best` returns the index of the line to show. */
export async function lyricsHits(
  db: Executor,
  tracks: ReadonlyMap<string, Track>,
  ids: readonly string[],
  best: (lines: readonly string[]) => number,
): Promise<contract.FoundLyrics[]> {
  const songs = songHits(tracks, ids)
  const lines = songs.length === 0 ? new Map<string, never>() : await foundLines(db, ids, best)
  return songs.flatMap((song) => {
    const line = lines.get(song.id)
    return line === undefined ? [] : { song, line: line.text, startSeconds: line.startSeconds }
  })
}
