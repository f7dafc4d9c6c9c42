import {
  alreadyFavorite,
  type Favorite,
  FavoriteData,
  FAVORITES_MAX,
  favoriteNotFound,
} from '@tonarchiv/contract/favorites'
import { conflict, notFound } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { isUniqueViolation } from '#database/faults.ts'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import {
  artistOf,
  coverUrlOf,
  findTrack,
  findTracks,
  isPlayable,
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
  const url = itemIdOf(track.fileName)
  const data: FavoriteData = {
    url,
    title: track.title,
    artist: artistOf(track),
    album: track.album.title,
    coverUrl: coverUrlOf(track.album.coverName),
  }
  const row = {
    id: newId(),
    userId,
    trackId: track.id,
    itemId: url,
    itemData: JSON.stringify(data),
    createdAt: now().toISOString(),
  }
  try {
    await store.insertFavorite(db, row)
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refused(alreadyFavorite)
    throw error
  }
  return toWire(row, track)
}

/** The address by which browsers know a liked track. */
function itemIdOf(fileName: string): string {
  return `/api/stream/${fileName}`
}

/** Newest first. Without archive access no track in it is playable. */
export async function listFavorites({ db }: Services, caller: Caller): Promise<Favorite[]> {
  const rows = await store.listFavorites(db, caller.id, FAVORITES_MAX)
  const tracks = hasKey(caller)
    ? await findTracks(
        db,
        rows.flatMap(({ trackId }) => trackId ?? []),
      )
    : new Map<string, Track>()
  return rows.map((row) => toWire(row, row.trackId === null ? undefined : tracks.get(row.trackId)))
}

/** @throws Refused `favoriteNotFound`, also for a favorite of another account */
export async function removeFavorite({ db }: Services, userId: string, id: string): Promise<void> {
  if (!(await store.deleteFavorite(db, userId, id))) throw new Refused(favoriteNotFound)
}

/** `track` in its current state; undefined when it was deleted or the caller may not play it. */
function toWire(row: store.FavoriteRow, track: Track | undefined): Favorite {
  // The file may have another name than when it became a favorite.
  const itemId = track !== undefined && isPlayable(track) ? itemIdOf(track.fileName) : row.itemId
  return {
    id: row.id,
    itemId,
    item_id: itemId,
    item_type: 'track',
    item_data: z.parse(FavoriteData, JSON.parse(row.itemData)),
    createdAt: row.createdAt,
    track:
      track !== undefined && isPlayable(track)
        ? {
            id: track.id,
            file: track.fileName,
            duration: track.durationSeconds,
            ...(track.needsConversion === 1 && { needsConversion: true }),
            exclusive: track.album.isExclusive,
          }
        : null,
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
