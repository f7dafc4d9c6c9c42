import { notFound } from '@tonarchiv/contract/refusal'
import {
  type Added,
  notForRoom,
  onlyMusicHere,
  onlyVideosHere,
  type RoomKind,
} from '@tonarchiv/contract/rooms'
import { videoNotFound } from '@tonarchiv/contract/videos'
import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import { findTracks, isPlayable, songIdsOf, type Track } from '#features/catalog/index.ts'
import type { SongLists } from '#features/playlists/index.ts'
import { foundVideos } from '#features/videos/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { NewEntry } from './room.ts'

/** An entry is never shorter than this, so that a file of unknown duration does not end at once. */
const DURATION_MIN_MS = 1000

interface Needs {
  db: Executor
  songLists: Pick<SongLists, 'read'>
}

interface Wanted {
  /** What the room plays. */
  kind: RoomKind
  added: Added
  max: number
}

/**
 * New entries for the playable ones of the added tracks or videos, at most `max`, and the number of those beyond `max`.
 * @throws Refused `onlyVideosHere` or `onlyMusicHere` when the room plays something else; `notFound` or `videoNotFound`
 * when none of the single tracks or videos exists, `notForRoom` when nothing can be played, `playlistNotFound`
 */
export async function addedEntries(
  needs: Needs,
  caller: Caller,
  { kind, added, max }: Wanted,
): Promise<{ entries: NewEntry[]; leftOut: number }> {
  if (kind === 'video' && !('videoIds' in added)) throw new Refused(onlyVideosHere)
  if (kind !== 'video' && 'videoIds' in added) throw new Refused(onlyMusicHere)
  const playable =
    'videoIds' in added ? await videoEntries(needs, added.videoIds) : await trackEntries(needs, caller, added)
  if (playable.length === 0) throw new Refused(notForRoom)
  const entries = playable.slice(0, max)
  return { entries, leftOut: playable.length - entries.length }
}

async function trackEntries(
  { db, songLists }: Needs,
  caller: Caller,
  added: Exclude<Added, { videoIds: string[] }>,
): Promise<NewEntry[]> {
  const ids =
    'trackIds' in added
      ? added.trackIds
      : 'albumId' in added
        ? await songIdsOf(db, [added.albumId])
        : (await songLists.read(caller, added.playlistId)).trackIds
  const tracks = await findTracks(db, ids)
  if (tracks.size === 0 && 'trackIds' in added) throw new Refused(notFound)
  return trackEntriesOf(ids, tracks)
}

/** New entries for the playable tracks of an open album, at most `max`. */
export async function entriesOfAlbum(db: Executor, albumId: string, max: number): Promise<NewEntry[]> {
  const ids = await songIdsOf(db, [albumId])
  return trackEntriesOf(ids, await findTracks(db, ids)).slice(0, max)
}

function trackEntriesOf(ids: readonly string[], tracks: ReadonlyMap<string, Track>): NewEntry[] {
  return ids.flatMap((id) => {
    const track = tracks.get(id)
    if (track === undefined || !isPlayable(track)) return []
    const durationMs = Math.max(DURATION_MIN_MS, track.durationSeconds * 1000)
    return [{ id: newId(), trackId: id, videoId: null, durationMs }]
  })
}

/** Videos whose duration is not known are left out, because the room would not know when they end. */
async function videoEntries({ db }: Needs, ids: readonly string[]): Promise<NewEntry[]> {
  const videos = await foundVideos(db, ids)
  if (videos.size === 0) throw new Refused(videoNotFound)
  return ids.flatMap((id) => {
    const duration = videos.get(id)?.duration ?? 0
    const durationMs = Math.max(DURATION_MIN_MS, duration * 1000)
    return duration > 0 ? [{ id: newId(), trackId: null, videoId: id, durationMs }] : []
  })
}
