import { streamTrack } from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import { urlOf } from '@tonarchiv/contract/route'
import type { PlayableTrack } from '#features/tracks/index.ts'

/** A track as favorites identify it. The file of a track may have been replaced, which changes its URL. */
export interface LikedTrack {
  /** The stream URL that identifies a favorite on the server. */
  itemId: string
  /** Undefined for a favorite whose track was deleted or may not be played. */
  trackId: string | undefined
}

interface Like extends LikedTrack {
  isLiked: true
  favorite: Favorite
}

/** An added or removed like that the server has not answered yet. */
export type LikeChange = Like | (LikedTrack & { isLiked: false })

export function likedTrackOf({ id, file }: PlayableTrack): LikedTrack {
  return { itemId: urlOf(streamTrack, { params: { file } }), trackId: id }
}

/** The track of a favorite. */
export function trackLikedBy({ itemId, track }: Favorite): LikedTrack {
  return { itemId, trackId: track?.id }
}

function isSameTrack(one: LikedTrack, other: LikedTrack): boolean {
  return one.itemId === other.itemId || (one.trackId !== undefined && one.trackId === other.trackId)
}

/** Whether a favorite is a like of the track. */
export function isLikeOf(favorite: Favorite, track: LikedTrack): boolean {
  return isSameTrack(trackLikedBy(favorite), track)
}

/** A like of the track. Until the server answers, it is in the list without an id of the server. */
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

/** The data of a like that are sent to the server. See docs/product.md §9.1. */
export function bodyOf({ itemId, favorite }: Like) {
  return { item_type: 'track', item_id: itemId, item_data: favorite.item_data } as const
}

/** The list as it will be after the changes, newest first. */
export function withChanges(favorites: readonly Favorite[], changes: readonly LikeChange[]): Favorite[] {
  let list = [...favorites]
  for (const change of changes) {
    const isThere = list.some((favorite) => isLikeOf(favorite, change))
    if (!change.isLiked) list = list.filter((favorite) => !isLikeOf(favorite, change))
    else if (!isThere) list = [change.favorite, ...list]
  }
  return list
}

/** Returns a fast check whether a track is among the favorites. */
export function likesIn(favorites: readonly Favorite[]): (track: LikedTrack) => boolean {
  const items = new Set(favorites.map(({ itemId }) => itemId))
  const tracks = new Set(favorites.flatMap(({ track }) => track?.id ?? []))
  return ({ itemId, trackId }) => items.has(itemId) || (trackId !== undefined && tracks.has(trackId))
}

/** Whether the track is liked after the changes. */
export function isLikedAfter(
  isLiked: boolean,
  track: LikedTrack,
  changes: readonly (LikedTrack & { isLiked: boolean })[],
): boolean {
  return changes.findLast((change) => isSameTrack(change, track))?.isLiked ?? isLiked
}
