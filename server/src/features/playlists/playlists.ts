import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import type { SmartRules } from '@tonarchiv/contract/playlist-rules'
import { isMissingReference, isUniqueViolation } from '#database/faults.ts'
import type { Executor } from '#database/prepared.ts'
import type { Caller } from '#access/caller.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import * as entriesStore from './store/entries.ts'
import * as store from './store/playlists.ts'
import { rolesIn } from './store/rights.ts'
import type { SmartTotals } from './store/smart-totals.ts'
import { insertTracks } from './change-entries.ts'
import { findVisible, type PlaylistsServices, refuseSmart, viewerOf } from './find-visible.ts'
import { openSmart, smartEntries, smartTracks } from './smart-playlists.ts'
import { entriesToWire, playlistsToWire } from './to-wire.ts'

/**
 * The caller's own, shared and followed playlists, last changed first. The list is complete, because each of these
 * kinds has a limit.
 */
export async function listPlaylists(needs: PlaylistsServices, caller: Caller): Promise<contract.Playlist[]> {
  const rows = await store.listPlaylists(needs.db, viewerOf(caller), LIST_MAX)
  return playlistsToWire(needs, rows, viewerOf(caller))
}

const LIST_MAX = 3 * contract.PLAYLISTS_MAX

/**
 * Finds a playlist of the caller.
 * @throws Refused `playlistNotFound`; `playlistReadOnly` for a playlist of another member
 */
export async function findOwn(db: Executor, caller: Caller, id: string): Promise<store.PlaylistRow> {
  const row = await findVisible(db, caller, id)
  if (row.role !== 'owner') throw new Refused(contract.playlistReadOnly)
  return row
}

async function toWire(needs: PlaylistsServices, caller: Caller, id: string): Promise<contract.Playlist> {
  const row = await findVisible(needs.db, caller, id)
  return rowToWire(needs, caller, row, (await openRow(needs, caller, row))?.totals)
}

async function openRow(needs: PlaylistsServices, caller: Caller, row: store.PlaylistRow) {
  return row.rules === null ? undefined : openSmart(needs, caller, row, row.rules)
}

async function rowToWire(
  needs: PlaylistsServices,
  caller: Caller,
  row: store.PlaylistRow,
  totals: SmartTotals | undefined,
): Promise<contract.Playlist> {
  const [playlist] = await playlistsToWire(needs, [row], viewerOf(caller), totals)
  // The playlist was found before, so there is a result.
  if (playlist === undefined) throw new Refused(contract.playlistNotFound)
  return playlist
}

/**
 * Reads a playlist with its first entries. Its revision is read before the entries. So a change between the two reads
 * is among the changes since that revision.
 * @throws Refused `playlistNotFound`
 */
export async function readPlaylist(needs: PlaylistsServices, caller: Caller, id: string) {
  const row = await findVisible(needs.db, caller, id)
  const smart = await openRow(needs, caller, row)
  const playlist = await rowToWire(needs, caller, row, smart?.totals)
  if (smart !== undefined)
    return { playlist, entries: await smartEntries(needs, caller, smart.tracks), people: [] }
  const rows = await entriesStore.listEntries(needs.db, id, playlistEntries.FIRST_ENTRIES)
  return { playlist, ...(await entriesToWire(needs, rows, caller)) }
}

/**
 * Reads a playlist with the ids of the tracks of all its entries, in order.
 * @throws Refused `playlistNotFound`
 */
export async function readTrackIds(needs: PlaylistsServices, caller: Caller, id: string) {
  const row = await findVisible(needs.db, caller, id)
  const smart = await openRow(needs, caller, row)
  const playlist = await rowToWire(needs, caller, row, smart?.totals)
  const trackIds = smart?.tracks.map((track) => track.id) ?? (await entriesStore.listTrackIds(needs.db, id))
  return { playlist, trackIds }
}

/**
 * Reads a page of the entries of a playlist.
 * @throws Refused `playlistNotFound`
 */
export async function readEntries(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  behind: entriesStore.Position,
) {
  const { rules } = await findVisible(needs.db, caller, id)
  if (rules !== null) {
    const tracks = await smartTracks(needs, caller, rules)
    const page = { behind, limit: playlistEntries.ENTRIES_PAGE }
    return { entries: await smartEntries(needs, caller, tracks, page), people: [] }
  }
  const rows = await entriesStore.listEntries(needs.db, id, playlistEntries.ENTRIES_PAGE, behind)
  return entriesToWire(needs, rows, caller)
}

/**
 * Reads the changes of a playlist since a revision.
 * @throws Refused `playlistNotFound`
 */
export async function readChanges(needs: PlaylistsServices, caller: Caller, id: string, since: number) {
  const row = await findVisible(needs.db, caller, id)
  // The entries of a smart playlist have no revisions. After a change of its rules, all of them are read again.
  const isTooOld = since < (row.rules === null ? row.prunedRevision : row.revision)
  const [playlist, changed] = await Promise.all([
    toWire(needs, caller, id),
    isTooOld ? [] : entriesStore.listChanged(needs.db, id, since),
  ])
  const entries = changed.filter(({ removedAt }) => removedAt === null)
  return {
    playlist: { ...playlist, revision: row.revision },
    ...(await entriesToWire(needs, entries, caller)),
    removed: changed.filter(({ removedAt }) => removedAt !== null).map((entry) => entry.id),
    isTooOld,
  }
}

/**
 * The owner and collaborators whose page shows the playlist now, without the caller and those who are hidden from the
 * caller. Their rights are read again.
 * @throws Refused `playlistNotFound`
 */
export async function listMembersHere(needs: PlaylistsServices, caller: Caller, id: string) {
  await findVisible(needs.db, caller, id)
  const roles = await rolesIn(needs.db, id, needs.viewers.membersAt(id))
  return [...roles].flatMap(([userId, role]) =>
    role === 'reader' || userId === caller.id || needs.presence.isHidden(caller.id, userId) ? [] : userId,
  )
}

interface NewPlaylist extends Pick<contract.Playlist, 'title' | 'description' | 'visibility'> {
  /** An id that the client chooses for the creation. When the response was lost, the client sends the same id again. */
  creationId?: string | undefined
  trackIds: readonly string[]
  rules?: SmartRules | undefined
}

/**
 * Creates a playlist.
 * @throws Refused `tooManyPlaylists`; `notFound` when none of the tracks exists; `playlistIsSmart` for tracks and rules
 */
export async function createPlaylist(
  needs: PlaylistsServices,
  caller: Caller,
  playlist: NewPlaylist,
): Promise<contract.Playlist> {
  const { creationId } = playlist
  const findCreated = async () =>
    creationId === undefined ? undefined : store.findCreated(needs.db, caller.id, creationId)
  const created = await findCreated()
  if (created !== undefined) return toWire(needs, caller, created)
  try {
    return await insertPlaylist(needs, caller, playlist)
  } catch (error) {
    const meanwhile = isUniqueViolation(error) ? await findCreated() : undefined
    if (meanwhile === undefined) throw error
    return toWire(needs, caller, meanwhile)
  }
}

async function insertPlaylist(
  needs: PlaylistsServices,
  caller: Caller,
  { creationId, trackIds, rules, ...head }: NewPlaylist,
): Promise<contract.Playlist> {
  if (rules !== undefined && trackIds.length > 0) throw new Refused(contract.playlistIsSmart)
  const id = newId()
  const at = needs.now().toISOString()
  await needs.db.transaction().execute(async (trx) => {
    if ((await store.countPlaylists(trx, caller.id)) >= contract.PLAYLISTS_MAX)
      throw new Refused(contract.tooManyPlaylists)
    const empty = { revision: 1, prunedRevision: 0, entryCount: 0, durationSeconds: 0 }
    await store.insertPlaylist(trx, {
      id,
      ownerId: caller.id,
      creationId: creationId ?? null,
      ...head,
      ...empty,
      rules: textOfRules(rules) ?? null,
      createdAt: at,
      changedAt: at,
    })
    if (trackIds.length > 0)
      await insertTracks(
        { trx, playlistId: id, revision: 1, by: caller.id, at },
        { batch: newId(), trackIds },
      )
  })
  needs.sockets.sendToUsers([caller.id], { type: 'playlistsChanged' })
  return toWire(needs, caller, id)
}

function textOfRules(rules: SmartRules | undefined): string | undefined {
  return rules && JSON.stringify(rules)
}

/**
 * Copies a playlist. The copy is private. A smart playlist is copied with its rules.
 * @throws Refused `playlistNotFound`, `tooManyPlaylists`
 */
export async function copyPlaylist(needs: PlaylistsServices, caller: Caller, id: string) {
  const { title, description, rules } = await findVisible(needs.db, caller, id)
  const copied = { title, description, visibility: 'private' } as const
  if (rules !== null) return createPlaylist(needs, caller, { ...copied, trackIds: [], rules })
  const rows = await entriesStore.listEntries(needs.db, id, contract.ENTRIES_MAX)
  const trackIds = rows.flatMap(({ trackId }) => trackId ?? [])
  return createPlaylist(needs, caller, { ...copied, trackIds })
}

type Change = Partial<Pick<contract.Playlist, 'title' | 'description' | 'visibility' | 'rules'>>

/**
 * Changes the title, description, visibility or rules of a playlist.
 * @throws Refused `playlistNotFound`, `playlistReadOnly`; `playlistNotSmart` for rules of a playlist that has entries
 */
export async function updatePlaylist(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  { rules, ...head }: Change,
) {
  return updateOwn(needs, caller, id, async (trx, before) => {
    if (rules !== undefined && before.rules === null) throw new Refused(contract.playlistNotSmart)
    return store.updatePlaylist(trx, id, {
      ...head,
      rules: textOfRules(rules),
      revision: before.revision + 1,
      changedAt: needs.now().toISOString(),
    })
  })
}

/**
 * Deletes a playlist of the caller.
 * @throws Refused `playlistNotFound`, `playlistReadOnly`
 */
export async function deletePlaylist(needs: PlaylistsServices, caller: Caller, id: string): Promise<void> {
  const listeners = await changeOwn(needs, caller, id, (trx) => store.deletePlaylist(trx, id))
  notify(needs, id, listeners)
}

/**
 * Adds a collaborator to a playlist of the caller.
 * @throws Refused `playlistNotFound`, `playlistReadOnly`, `playlistIsSmart`, `onlyFriendsCollaborate`,
 * `tooManyCollaborators`
 */
export async function addCollaborator(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  userId: string,
): Promise<contract.Playlist> {
  let isNew = false
  const listeners = await changeOwn(needs, caller, id, async (trx, playlist) => {
    refuseSmart(playlist)
    const at = needs.now().toISOString()
    const present = (await store.collaboratorsOf(trx, [id])).get(id) ?? []
    if (present.length >= playlistSharing.COLLABORATORS_MAX && !present.includes(userId))
      throw new Refused(playlistSharing.tooManyCollaborators)
    isNew = !present.includes(userId)
    await store.insertCollaborator(trx, { playlistId: id, ownerId: caller.id, userId, createdAt: at })
    await store.updatePlaylist(trx, id, { revision: playlist.revision + 1 })
  }).catch((error: unknown) => {
    // The row has a foreign key to the friendship, so there is none.
    throw isMissingReference(error) ? new Refused(playlistSharing.onlyFriendsCollaborate) : error
  })
  notify(needs, id, [...listeners, userId])
  if (isNew) needs.events.emit('playlistShared', { playlistId: id, ownerId: caller.id, userIds: [userId] })
  return toWire(needs, caller, id)
}

/**
 * Removes a collaborator. The owner may remove any collaborator. Collaborators may remove themselves.
 * @throws Refused `playlistNotFound`, `playlistReadOnly`
 */
export async function removeCollaborator(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  userId: string,
): Promise<void> {
  const listeners = await needs.db.transaction().execute(async (trx) => {
    await store.lockPlaylist(trx, needs.db.kind, id)
    const { role, revision } = await findVisible(trx, caller, id)
    if (role !== 'owner' && userId !== caller.id) throw new Refused(contract.playlistReadOnly)
    const before = await store.listenersOf(trx, id)
    await store.deleteCollaborator(trx, id, userId)
    await store.updatePlaylist(trx, id, { revision: revision + 1 })
    return before
  })
  notify(needs, id, listeners)
}

/**
 * Adds a playlist to those that the caller follows.
 * @throws Refused `playlistNotFound`, `tooManyFollowed`
 */
export async function followPlaylist(needs: PlaylistsServices, caller: Caller, id: string) {
  await needs.db.transaction().execute(async (trx) => {
    const { role } = await findVisible(trx, caller, id)
    if (role === 'owner') return
    if ((await store.countFollowed(trx, caller.id)) >= contract.PLAYLISTS_MAX)
      throw new Refused(playlistSharing.tooManyFollowed)
    await store.insertFollower(trx, {
      playlistId: id,
      userId: caller.id,
      createdAt: needs.now().toISOString(),
    })
  })
  needs.sockets.sendToUsers([caller.id], { type: 'playlistsChanged' })
  return toWire(needs, caller, id)
}

/**
 * Removes a playlist from those that the caller follows.
 * @throws Refused `playlistNotFound` when the caller does not follow it
 */
export async function unfollowPlaylist(needs: PlaylistsServices, caller: Caller, id: string): Promise<void> {
  if (!(await store.deleteFollower(needs.db, id, caller.id))) throw new Refused(contract.playlistNotFound)
  needs.sockets.sendToUsers([caller.id], { type: 'playlistsChanged' })
}

/**
 * Changes a playlist of the caller, and notifies the members who have the playlist in their list or on an open page.
 * @throws Refused `playlistNotFound`, `playlistReadOnly`
 */
export async function updateOwn(
  needs: PlaylistsServices,
  caller: Caller,
  id: string,
  act: (trx: Executor, playlist: store.PlaylistRow) => Promise<void>,
): Promise<contract.Playlist> {
  notify(needs, id, await changeOwn(needs, caller, id, act))
  return toWire(needs, caller, id)
}

/**
 * Changes a playlist of the caller in a transaction.
 * @returns the accounts that have the playlist in their list
 */
async function changeOwn(
  { db }: PlaylistsServices,
  caller: Caller,
  id: string,
  act: (trx: Executor, playlist: store.PlaylistRow) => Promise<void>,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await store.lockPlaylist(trx, db.kind, id)
    const playlist = await findOwn(trx, caller, id)
    const listeners = await store.listenersOf(trx, id)
    await act(trx, playlist)
    return listeners
  })
}

function notify({ sockets, viewers }: PlaylistsServices, id: string, listeners: readonly string[]): void {
  sockets.sendToUsers(listeners, { type: 'playlistsChanged' })
  viewers.rightsChanged(id)
}
