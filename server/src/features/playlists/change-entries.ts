import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import { shownName } from '@tonarchiv/contract/presence'
import { conflict, invalidInput, notFound } from '@tonarchiv/contract/refusal'
import type { Caller } from '#access/caller.ts'
import { isMissingReference, isUniqueViolation } from '#database/faults.ts'
import type { Executor } from '#database/prepared.ts'
import { findTracks, isPlayable, type Track } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import { fillKeys, keysBetween } from '#platform/sort-keys.ts'
import { findVisible, type PlaylistsServices, refuseSmart } from './find-visible.ts'
import { storedTexts } from './known-titles.ts'
import * as store from './store/entries.ts'
import { lockPlaylist, updatePlaylist } from './store/playlists.ts'

/** A change of the entries of one playlist, inside its transaction. */
export interface Change {
  trx: Executor
  playlistId: string
  /** The revision that the playlist gets by this change. */
  revision: number
  /** The account. */
  by: string
  at: string
}

/** Thrown inside the transaction when an entry was removed. The member who removed it is read afterwards. */
export class EntryGone extends Error {
  readonly entry: store.EntryRow | undefined

  constructor(entry: store.EntryRow | undefined) {
    super('The entry is gone')
    this.entry = entry
  }
}

/**
 * Changes the entries of a playlist in a transaction, and notifies the viewers. Changes of one playlist run one after
 * the other.
 * @throws Refused `playlistNotFound`, `playlistReadOnly`, `playlistIsSmart`, `entryRemoved`, `entryGone`
 */
export async function changeEntries<Result>(
  needs: PlaylistsServices,
  caller: Caller,
  playlistId: string,
  act: (change: Change) => Promise<Result>,
): Promise<Result & { revision: number }> {
  const { db, now, viewers } = needs
  try {
    const result = await db.transaction().execute(async (trx) => {
      await lockPlaylist(trx, db.kind, playlistId)
      const playlist = await findVisible(trx, caller, playlistId)
      if (playlist.role === 'reader') throw new Refused(contract.playlistReadOnly)
      refuseSmart(playlist)
      const revision = playlist.revision + 1
      const change = { trx, playlistId, revision, by: caller.id, at: now().toISOString() }
      return { ...(await act(change)), revision }
    })
    viewers.notify(playlistId)
    return result
  } catch (error) {
    // A track was deleted since it was read, or the id of the batch is used in another playlist.
    if (isMissingReference(error) || isUniqueViolation(error)) throw new Refused(conflict)
    if (error instanceof EntryGone) throw await refusalOf(needs, caller, error)
    throw error
  }
}

async function refusalOf(
  { presence }: PlaylistsServices,
  caller: Caller,
  { entry }: EntryGone,
): Promise<Refused> {
  if (entry === undefined || entry.removedBy === null) return new Refused(playlistEntries.entryGone)
  const person = await presence.findPerson(entry.removedBy)
  if (person === undefined) return new Refused(playlistEntries.entryGone)
  return new Refused(playlistEntries.entryRemoved, {
    values: { title: storedTexts(caller, entry).title, name: shownName(person) },
  })
}

interface Insertion {
  batch: string
  trackIds: readonly string[]
  after?: string | null | undefined
}

/**
 * Adds tracks to a playlist.
 * @throws Refused with the refusals of `changeEntries`, and `playlistFull`, `notFound` when none of the tracks exists
 */
export async function addEntries(needs: PlaylistsServices, caller: Caller, id: string, insertion: Insertion) {
  return changeEntries(needs, caller, id, async (change) => {
    const first = (await store.findEntries(change.trx, id, [`${insertion.batch}.0`])).get(
      `${insertion.batch}.0`,
    )
    // The entries were already added: the client repeats the call, because the response to the first call was lost.
    if (first !== undefined) return { added: insertion.trackIds.length }
    return { added: await insertTracks(change, insertion) }
  })
}

/**
 * Inserts the tracks that exist. A track that occurs several times in the list is inserted several times.
 * @returns the number of inserted entries
 * @throws Refused `playlistFull`, `notFound` when none of the tracks exists
 */
export async function insertTracks(change: Change, { batch, trackIds, after }: Insertion): Promise<number> {
  const tracks = await requirePlayable(change, trackIds)
  const ids = tracks.map((_, index) => `${batch}.${index}`)
  const keys = await keysAfter(change, ids, after)
  await writeEntries(
    change,
    tracks.map((track, index) => ({ id: ids[index] ?? '', sortKey: keys[index] ?? 0, track })),
  )
  await writeTotals(change)
  return tracks.length
}

/**
 * The playable tracks with these ids, in the order of the ids.
 * @throws Refused `notFound` when there are none
 */
export async function requirePlayable(
  { trx }: Pick<Change, 'trx'>,
  trackIds: readonly string[],
): Promise<Track[]> {
  const found = await findTracks(trx, [...new Set(trackIds)])
  const tracks = trackIds.flatMap((id) => {
    const track = found.get(id)
    return track !== undefined && isPlayable(track) ? [track] : []
  })
  if (tracks.length === 0) throw new Refused(notFound)
  return tracks
}

/**
 * Writes the rows of new entries.
 * @throws Refused `playlistFull`
 */
export async function writeEntries(
  { trx, playlistId, revision, by, at }: Change,
  entries: readonly { id: string; sortKey: number; track: Track }[],
): Promise<void> {
  const { entryCount } = await store.totalsOf(trx, playlistId)
  if (entryCount + entries.length > contract.ENTRIES_MAX) throw new Refused(playlistEntries.playlistFull)
  await store.insertEntries(
    trx,
    entries.map(({ id, sortKey, track }) => ({
      id,
      playlistId,
      sortKey,
      trackId: track.id,
      title: track.title,
      album: track.album.title,
      durationSeconds: track.durationSeconds,
      addedBy: by,
      addedAt: at,
      revision,
      removedBy: null,
      removedAt: null,
    })),
  )
}

/**
 * Moves entries. Entries that were removed are ignored, unless all of them were removed.
 * @throws Refused with the refusals of `changeEntries`, and `invalidInput` when `after` is one of the entries
 */
export async function moveEntries(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  { entryIds, after }: { entryIds: readonly string[]; after: string | null },
) {
  if (after !== null && entryIds.includes(after)) throw new Refused(invalidInput)
  return changeEntries(needs, caller, id, async (change) => {
    const { present, gone } = await presentOf(change, entryIds)
    const keys = await keysAfter(change, present, after)
    await store.setSortKeys(
      change.trx,
      change.revision,
      present.map((entryId, index) => [entryId, keys[index] ?? 0]),
    )
    return { gone }
  })
}

/**
 * Removes entries. Entries that were already removed are ignored, unless all of them were.
 * @throws Refused with the refusals of `changeEntries`
 */
export async function removeEntries(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  entryIds: readonly string[],
) {
  return changeEntries(needs, caller, id, async (change) => {
    const { present, gone } = await presentOf(change, entryIds)
    await store.setRemoved(change.trx, present, change.revision, { by: change.by, at: change.at })
    await writeTotals(change)
    return { gone }
  })
}

/**
 * Restores removed entries at their former positions. Entries that are in the playlist are not changed.
 * @throws Refused with the refusals of `changeEntries`, and `playlistFull`
 */
export async function restoreEntries(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  entryIds: readonly string[],
) {
  return changeEntries(needs, caller, id, async (change) => {
    const rows = await store.findEntries(change.trx, id, entryIds)
    if (rows.size === 0) throw new EntryGone(undefined)
    await store.setRemoved(change.trx, [...rows.keys()], change.revision)
    const { entryCount } = await writeTotals(change)
    if (entryCount > contract.ENTRIES_MAX) throw new Refused(playlistEntries.playlistFull)
    return {}
  })
}

export async function writeTotals({ trx, playlistId, revision, at }: Change) {
  const totals = await store.totalsOf(trx, playlistId)
  await updatePlaylist(trx, playlistId, { ...totals, revision, changedAt: at })
  return totals
}

/** Those of the given entries that are in the playlist. Each occurs once, in the order of `entryIds`. */
async function presentOf({ trx, playlistId }: Change, entryIds: readonly string[]) {
  const wanted = [...new Set(entryIds)]
  const rows = await store.findEntries(trx, playlistId, wanted)
  const present = wanted.filter((id) => rows.get(id)?.removedAt === null)
  if (present.length === 0) throw new EntryGone(rows.get(wanted[0] ?? ''))
  return { present, gone: wanted.filter((id) => rows.get(id)?.removedAt !== null) }
}

/**
 * Sort keys for new or moved entries that follow the entry `after`. Null means the beginning, undefined the end.
 * Neighbours are renumbered when there are no free keys between them.
 */
export async function keysAfter(
  change: Change,
  ids: readonly string[],
  after: string | null | undefined,
): Promise<number[]> {
  const { trx, playlistId } = change
  const before = await positionOf(change, after)
  const behind = after === undefined ? undefined : await store.keyBehind(trx, playlistId, before, ids)
  const keys = keysBetween(ids.length, before?.sortKey, behind)
  if (keys !== undefined) return keys
  const own = new Set(ids)
  const others = (await store.allPositions(trx, playlistId)).filter(({ id }) => !own.has(id))
  const start = before === undefined ? 0 : others.findIndex(({ id }) => id === before.id) + 1
  const wanted: ({ id: string } & Partial<store.Position>)[] = [
    ...others.slice(0, start),
    ...ids.map((id) => ({ id })),
    ...others.slice(start),
  ]
  const filled = fillKeys(wanted.map(({ sortKey }) => sortKey))
  const renumbered = [...filled].flatMap(([index, key]) => {
    const entry = wanted[index]
    return entry === undefined || own.has(entry.id) ? [] : [[entry.id, key] as const]
  })
  await store.setSortKeys(trx, change.revision, renumbered)
  return ids.map((_, index) => filled.get(start + index) ?? 0)
}

/** @throws EntryGone */
async function positionOf(
  { trx, playlistId }: Change,
  after: string | null | undefined,
): Promise<store.Position | undefined> {
  if (after === null) return undefined
  if (after === undefined) return store.lastPosition(trx, playlistId)
  const row = (await store.findEntries(trx, playlistId, [after])).get(after)
  if (row?.removedAt !== null) throw new EntryGone(row)
  return row
}
