import {
  alreadyFavorite,
  type Favorite,
  FavoriteData,
  FAVORITES_MAX,
  favoriteNotFound,
} from '@tonarchiv/contract/favorites'
import { DEFAULT_COVER } from '@tonarchiv/contract/catalog'
import { conflict, notFound } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { isUniqueViolation } from '#database/faults.ts'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import {
  findTrack,
  findTracks,
  isPlayable,
  playableToWire,
  textsToWire,
  type Track,
} from '#features/catalog/index.ts'
import { type Caller, hasKey } from '#access/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/**
 * Adds a track by its id; the stored data are read from the catalog.
 * @throws Refused `alreadyFavorite`, `notFound`, `conflict`
 */
export async function addFavorite({ db, now }: Services, userId: string, itemId: string): Promise<Favorite> {
  const file = /^\/api\/stream\/([\w.-]+)$/.exec(itemId)?.[1] ?? itemId
  const track = await findTrack(db, file)
  if (track === undefined || !isPlayable(track)) throw new Refused(notFound)
  if (await store.hasFavorite(db, userId, track.id)) throw new Refused(alreadyFavorite)
  if ((await store.countFavorites(db, userId)) >= FAVORITES_MAX) throw new Refused(conflict)
  const row = rowOf(track, userId, now())
  try {
    await store.insertFavorite(db, row)
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refused(alreadyFavorite)
    throw error
  }
  return toWire(row, track)
}

function rowOf(track: Track & { fileName: string }, userId: string, at: Date) {
  const url = itemIdOf(track.fileName)
  const data: FavoriteData = { url, ...textsToWire(track) }
  return {
    id: newId(),
    userId,
    trackId: track.id,
    itemId: url,
    itemData: JSON.stringify(data),
    createdAt: at.toISOString(),
  }
}

/**
 * Adds the tracks among these that are not favorites yet. Unknown tracks are ignored, unless all of them are unknown.
 * @throws Refused `notFound`, `conflict` when the account would have too many favorites
 */
export async function addFavorites(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  trackIds: readonly string[],
): Promise<void> {
  const found = await findTracks(db, [...new Set(trackIds)])
  const tracks = [...found.values()].filter(isPlayable)
  if (tracks.length === 0) throw new Refused(notFound)
  const known = await store.favoriteTimes(db, userId, [...found.keys()])
  const rows = tracks.filter(({ id }) => !known.has(id)).map((track) => rowOf(track, userId, now()))
  if (rows.length === 0) return
  if ((await store.countFavorites(db, userId)) + rows.length > FAVORITES_MAX) throw new Refused(conflict)
  await store.insertNewFavorites(db, rows)
}

/** Removes these tracks from the favorites. Tracks that are not favorites are ignored. */
export async function removeFavoritesOf(
  { db }: Pick<Services, 'db'>,
  userId: string,
  trackIds: readonly string[],
): Promise<void> {
  await store.deleteFavoritesOf(db, userId, trackIds)
}

/** The URL of the track's stream, which is the `item_id` of a favorite in the API. */
function itemIdOf(fileName: string): string {
  return `/api/stream/${fileName}`
}

/** The favorites of the caller, newest first. Without archive access no track in this list is playable. */
export async function listFavorites({ db }: Services, caller: Caller): Promise<Favorite[]> {
  const rows = await store.listFavorites(db, caller.id, FAVORITES_MAX)
  const tracks = await findTracks(
    db,
    rows.flatMap(({ trackId }) => trackId ?? []),
  )
  const mayPlay = hasKey(caller)
  return rows.map((row) => {
    const track = row.trackId === null ? undefined : tracks.get(row.trackId)
    const isLocked = caller.scope !== undefined && row.trackId !== null && track === undefined
    const favorite = toWire(row, track, mayPlay)
    return isLocked ? locked(favorite) : favorite
  })
}

/** The ids of the favorite tracks that still exist, newest first. */
export async function favoriteTrackIds({ db }: Pick<Services, 'db'>, userId: string): Promise<string[]> {
  const rows = await store.listFavorites(db, userId, FAVORITES_MAX)
  return rows.flatMap(({ trackId }) => trackId ?? [])
}

/**
 * Removes a favorite.
 * @throws Refused `favoriteNotFound`, also for a favorite of another account
 */
export async function removeFavorite({ db }: Services, userId: string, id: string): Promise<void> {
  if (!(await store.deleteFavorite(db, userId, id))) throw new Refused(favoriteNotFound)
}

/** A favorite that the scope of its member no longer includes: the titles are known, the cover is not shown. */
function locked(favorite: Favorite): Favorite {
  return { ...favorite, item_data: { ...favorite.item_data, coverUrl: DEFAULT_COVER }, isLocked: true }
}

/** A favorite in the shape of the API. `track` is its track in the current state; undefined when it was deleted. */
function toWire(row: store.FavoriteRow, track: Track | undefined, mayPlay = true): Favorite {
  const playable = mayPlay ? playableToWire(track) : null
  // The file may have been renamed since the track became a favorite.
  const itemId = playable === null ? row.itemId : itemIdOf(playable.file)
  return {
    id: row.id,
    itemId,
    item_id: itemId,
    item_type: 'track',
    item_data:
      // The current texts, which may have been edited, are shown only to members who may play the track.
      track === undefined || !mayPlay
        ? z.parse(FavoriteData, JSON.parse(row.itemData))
        : { url: itemId, ...textsToWire(track) },
    createdAt: row.createdAt,
    track: playable,
  }
}

/** The favorites of an account, for its export. */
export const favoritesExport = {
  name: 'favorites',
  read: async (db: Kysely<Schema>, userId: string) =>
    db
      .selectFrom('favorites')
      .select(['itemId', 'itemData', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
}
