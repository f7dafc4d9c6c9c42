import type { Caller } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import { isPlayable } from '#features/catalog/index.ts'
import { newId } from '#platform/ids.ts'
import {
  type Change,
  changeEntries,
  EntryGone,
  insertTracks,
  keysAfter,
  requirePlayable,
  writeEntries,
  writeTotals,
} from './change-entries.ts'
import type { PlaylistsServices } from './find-visible.ts'
import * as store from './store/entries.ts'

/** An entry whose track is playable. */
interface ShownEntry {
  id: string
  trackId: string
}

/**
 * The entries that apps of other makers receive as a list of songs, in order. An index in a change is a position in
 * this list.
 */
export async function shownEntries(db: Executor, playlistId: string): Promise<ShownEntry[]> {
  return (await store.listFiles(db, playlistId)).filter(isPlayable)
}

/**
 * Removes the entries with these indexes, and then adds tracks at the end, in one transaction. Indexes that do not
 * exist are ignored, unless none of them exists.
 * @throws Refused with the refusals of `changeEntries`, and `playlistFull`, `notFound` when none of the tracks exists
 */
export async function changeByIndex(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  { removed, added }: { removed: readonly number[]; added: readonly string[] },
): Promise<void> {
  await changeEntries(needs, caller, id, async (change) => {
    if (removed.length > 0) {
      const shown = await shownEntries(change.trx, id)
      const entries = [...new Set(removed)].flatMap((index) => shown[index] ?? [])
      if (entries.length === 0) throw new EntryGone(undefined)
      await remove(change, entries)
      await writeTotals(change)
    }
    if (added.length > 0) await insertTracks(change, { batch: newId(), trackIds: added })
    return {}
  })
}

/**
 * Replaces the songs of a playlist. An entry whose track is in the new list is kept, with its author and time. An entry
 * whose track was deleted is kept, too: clients do not receive it, so it cannot be in their list.
 * @throws Refused with the refusals of `changeEntries`, and `playlistFull`, `notFound` when none of the tracks exists
 */
export async function replaceEntries(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  trackIds: readonly string[],
): Promise<void> {
  await changeEntries(needs, caller, id, async (change) => {
    const shown = await shownEntries(change.trx, id)
    const tracks = trackIds.length === 0 ? [] : await requirePlayable(change, trackIds)
    const start = sameAtStart(shown, tracks)
    const free = Map.groupBy(shown.slice(start), ({ trackId }) => trackId)
    const batch = newId()
    const rest = tracks.slice(start).map((track, index) => {
      const entry = free.get(track.id)?.shift()
      return { id: entry?.id ?? `${batch}.${index}`, isNew: entry === undefined, track }
    })
    await remove(change, [...free.values()].flat())
    const ids = rest.map((entry) => entry.id)
    const keys = ids.length === 0 ? [] : await keysAfter(change, ids, shown[start - 1]?.id ?? null)
    const placed = rest.map((entry, index) => ({
      id: entry.id,
      isNew: entry.isNew,
      track: entry.track,
      sortKey: keys[index] ?? 0,
    }))
    await store.setSortKeys(
      change.trx,
      change.revision,
      placed.flatMap(({ id: entryId, isNew, sortKey }) => (isNew ? [] : [[entryId, sortKey] as const])),
    )
    const added = placed.filter(({ isNew }) => isNew)
    if (added.length > 0) await writeEntries(change, added)
    await writeTotals(change)
    return {}
  })
}

/** The number of entries at the beginning whose tracks are at the same positions of the new list. */
function sameAtStart(shown: readonly ShownEntry[], tracks: readonly { id: string }[]): number {
  const end = shown.findIndex(({ trackId }, index) => tracks[index]?.id !== trackId)
  return end === -1 ? shown.length : end
}

async function remove(
  { trx, revision, by, at }: Change,
  entries: readonly Pick<ShownEntry, 'id'>[],
): Promise<void> {
  if (entries.length === 0) return
  await store.setRemoved(
    trx,
    entries.map(({ id }) => id),
    revision,
    { by, at },
  )
}
