import { streamTrack } from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import { urlOf } from '@tonarchiv/contract/route'
import type { PlayableTrack } from '#features/tracks/index.ts'

/**
 * Identifies the track of a favorite. The stream URL alone is not sufficient: it changes when the file of the track is
 * replaced.
 */
export interface LikedTrack {
  /** The stream URL, by which the server identifies a favorite. */
  itemId: string
  /** The id of the track; undefined if the track was deleted or may not be played. */
  trackId: string | undefined
}

interface Like extends LikedTrack {
  isLiked: true
  favorite: Favorite
}

/** An addition or a removal to which the server has not replied yet. */
export type LikeChange = Like | (LikedTrack & { isLiked: false })

export function likedTrackOf({ id, file }: PlayableTrack): LikedTrack {
  return { itemId: urlOf(streamTrack, { params: { file } }), trackId: id }
}

/** Identifies the track of a stored favorite. */
export function trackLikedBy({ itemId, track }: Favorite): LikedTrack {
  return { itemId, trackId: track?.id }
}

function isSameTrack(one: LikedTrack, other: LikedTrack): boolean {
  return one.itemId === other.itemId || (one.trackId !== undefined && one.trackId === other.trackId)
}

/** Whether this favorite is that of the track. */
export function isLikeOf(favorite: Favorite, track: LikedTrack): boolean {
  return isSameTrack(trackLikedBy(favorite), track)
}

/**
 * The favorite that adding a track will create. It is shown until the server answers, and has no id of the server yet.
 */
export function likeOf(track: PlayableTrack, now = new Date()): Like {
  const { id, title, artist, album, file, coverUrl, durationSeconds: duration, isExclusive } = track
  const liked = likedTrackOf(track)
  const { itemId } = liked
  const favorite: Favorite = {
    id: itemId,
    itemId,
    item_id: itemId,
    item_type: 'track',
    item_data: { url: itemId, title, artist, album, coverUrl },
    createdAt: now.toISOString(),
    track: { id, file, duration, exclusive: isExclusive },
  }
  return { ...liked, isLiked: true, favorite }
}

/** The body of the call that adds a favorite. See docs/product.md §9.1. */
export function bodyOf({ itemId, favorite }: Like) {
  return { item_type: 'track', item_id: itemId, item_data: favorite.item_data } as const
}

/** The favorites as they will be after these changes, newest first. */
export function withChanges(favorites: readonly Favorite[], changes: readonly LikeChange[]): Favorite[] {
  let list = [...favorites]
  for (const change of changes) {
    const isThere = list.some((favorite) => isLikeOf(favorite, change))
    if (!change.isLiked) list = list.filter((favorite) => !isLikeOf(favorite, change))
    else if (!isThere) list = [change.favorite, ...list]
  }
  return list
}

/** Returns a function that quickly checks whether a track is among the favorites. */
export function likesIn(favorites: readonly Favorite[]): (track: LikedTrack) => boolean {
  const items = new Set(favorites.map(({ itemId }) => itemId))
  const tracks = new Set(favorites.flatMap(({ track }) => track?.id ?? []))
  return ({ itemId, trackId }) => items.has(itemId) || (trackId !== undefined && tracks.has(trackId))
}

/** Whether a track will be a favorite after these changes. */
export function isLikedAfter(
  isLiked: boolean,
  track: LikedTrack,
  changes: readonly (LikedTrack & { isLiked: boolean })[],
): boolean {
  return changes.findLast((change) => isSameTrack(change, track))?.isLiked ?? isLiked
}
