import { notFound } from '@tonarchiv/contract/refusal'
import { type Added, notForRoom } from '@tonarchiv/contract/rooms'
import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import { findTracks, isPlayable, songIdsOf, type Track } from '#features/catalog/index.ts'
import type { SongLists } from '#features/playlists/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { NewEntry } from './room.ts'

/** An entry is never shorter than this, so that a file of unknown duration does not end at once. */
const DURATION_MIN_MS = 1000

/**
 * New entries for the playable tracks of what is added, at most `max`, and the number of those beyond.
 * @throws Refused `notFound` when a single track does not exist, `notForRoom` when nothing of it is playable,
 * `playlistNotFound`
 */
export async function addedEntries(
  { db, songLists }: { db: Executor; songLists: Pick<SongLists, 'read'> },
  caller: Caller,
  { added, max }: { added: Added; max: number },
): Promise<{ entries: NewEntry[]; leftOut: number }> {
  const ids =
    'trackIds' in added
      ? added.trackIds
      : 'albumId' in added
        ? await songIdsOf(db, [added.albumId])
        : (await songLists.read(caller, added.playlistId)).trackIds
  const tracks = await findTracks(db, ids)
  if (tracks.size === 0 && 'trackIds' in added) throw new Refused(notFound)
  const playable = playableOf(ids, tracks)
  if (playable.length === 0) throw new Refused(notForRoom)
  const entries = playable.slice(0, max).map(entryOf)
  return { entries, leftOut: playable.length - entries.length }
}

/** New entries for the playable tracks of an open album, at most `max`. */
export async function entriesOfAlbum(db: Executor, albumId: string, max: number): Promise<NewEntry[]> {
  const ids = await songIdsOf(db, [albumId])
  return playableOf(ids, await findTracks(db, ids))
    .slice(0, max)
    .map(entryOf)
}

function playableOf(ids: readonly string[], tracks: ReadonlyMap<string, Track>): Track[] {
  return ids.flatMap((id) => {
    const track = tracks.get(id)
    return track !== undefined && isPlayable(track) ? [track] : []
  })
}

function entryOf({ id, durationSeconds }: Track): NewEntry {
  return { id: newId(), trackId: id, durationMs: Math.max(DURATION_MIN_MS, durationSeconds * 1000) }
}
