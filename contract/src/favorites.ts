import * as z from 'zod/mini'
import { Track } from './catalog.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp } from './text.ts'

/**
 * The data of a favorite track as it is in the archive now. For a track that was deleted since, the data from the time
 * when it became a favorite. See docs/product.md §9.1.
 */
export const FavoriteData = z.object({
  url: z.string(),
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  coverUrl: z.string(),
})
export type FavoriteData = z.infer<typeof FavoriteData>

export const Favorite = z.object({
  id: Id,
  /** Id of the track. */
  itemId: z.string(),
  item_id: z.string(),
  item_type: z.literal('track'),
  item_data: FavoriteData,
  createdAt: IsoTimestamp,
  /** The current data of the track. Null when it was deleted, or when the caller has no access key. */
  track: z.nullable(z.extend(z.omit(Track, { title: true }), { file: z.string(), exclusive: z.boolean() })),
  /** Present when the key of the caller does not open the track (any more). */
  isLocked: z.optional(z.literal(true)),
})
export type Favorite = z.infer<typeof Favorite>

/** Limit for the JSON of a track that a caller may send. See docs/security-requirements.md I-05. */
const ITEM_DATA_MAX_BYTES = 4096
const encoder = new TextEncoder()

/** Maximum number of favorites of one account. */
export const FAVORITES_MAX = 10_000

export const alreadyFavorite = refusal(409, 'ALREADY_FAVORITE', 'Bereits zu "Lieblingssongs" hinzugefügt')
export const favoriteNotFound = refusal(404, 'FAVORITE_NOT_FOUND', 'Favorit nicht gefunden')

export const listFavorites = route({
  method: 'GET',
  path: '/api/favorites',
  access: 'verified',
  summary: 'The caller’s favorites, newest first.',
  answer: z.object({ favorites: z.array(Favorite) }),
})

export const addFavorite = route({
  method: 'POST',
  path: '/api/favorites',
  access: 'key',
  summary: 'Likes a track by its address.',
  body: z.object({
    item_type: z.literal('track'),
    item_id: z.string().check(z.minLength(1), z.maxLength(500)),
    /**
     * JSON as a string or as an object. It is accepted but not stored: the server reads the track from the
     * catalog.
     */
    item_data: z.nullish(
      z
        .union([z.string(), z.record(z.string(), z.unknown())])
        .check(
          z.refine(
            (data) =>
              encoder.encode(typeof data === 'string' ? data : JSON.stringify(data)).length <=
              ITEM_DATA_MAX_BYTES,
            'Diese Angaben sind zu lang',
          ),
        ),
    ),
  }),
  status: 201,
  answer: z.object({ favorite: Favorite }),
  refusals: [alreadyFavorite, notFound],
})

export const countFavorites = route({
  method: 'GET',
  path: '/api/admin/favorites/track/:id',
  access: 'admin',
  summary: 'How many accounts have a track among their favorites.',
  params: z.object({ id: Id }),
  answer: z.object({ count: z.number() }),
})

export const removeFavorite = route({
  method: 'DELETE',
  path: '/api/favorites/:id',
  access: 'key',
  summary: 'Takes a like back.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [favoriteNotFound],
})
