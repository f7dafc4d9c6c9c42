import { streamTrack } from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import { urlOf } from '@tonarchiv/contract/route'
import type { PlayableTrack } from '#features/tracks/index.ts'

/** A track as likes name it: its file may have been replaced since by one with another address. */
export interface LikedTrack {
  /** The address by which the server knows a liked track. */
  itemId: string
  /** Unknown for a favorite whose track was deleted or may not be played. */
  trackId: string | undefined
}

interface Like extends LikedTrack {
  isLiked: true
  favorite: Favorite
}

/** A like, or one taken back, that the server has not answered yet. */
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

/** Likes the track; until the server answers it stands in the list without a number of its own. */
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

/** Whether one of the favorites is a like of the track; made for asking often. */
export function likesIn(favorites: readonly Favorite[]): (track: LikedTrack) => boolean {
  const items = new Set(favorites.map(({ itemId }) => itemId))
  const tracks = new Set(favorites.flatMap(({ track }) => track?.id ?? []))
  return ({ itemId, trackId }) => items.has(itemId) || (trackId !== undefined && tracks.has(trackId))
}

/** Whether the track is liked once the changes are through. */
export function isLikedAfter(
  isLiked: boolean,
  track: LikedTrack,
  changes: readonly (LikedTrack & { isLiked: boolean })[],
): boolean {
  return changes.findLast((change) => isSameTrack(change, track))?.isLiked ?? isLiked
}
