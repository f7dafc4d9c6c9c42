import { streamTrack } from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import { urlOf } from '@tonarchiv/contract/route'
import type { PlayableTrack } from '#features/tracks/index.ts'

interface Like {
  itemId: string
  isLiked: true
  favorite: Favorite
}

/** A like, or one taken back, that the server has not answered yet. */
export type LikeChange = Like | { itemId: string; isLiked: false }

/** The address by which the server knows a liked track. */
export function itemIdOf(file: string): string {
  return urlOf(streamTrack, { params: { file } })
}

/** Likes the track; until the server answers it stands in the list without a number of its own. */
export function likeOf(track: PlayableTrack, now = new Date()): Like {
  const { id, title, artist, album, file, coverUrl, durationSeconds: duration, isExclusive } = track
  const itemId = itemIdOf(file)
  const favorite: Favorite = {
    id: itemId,
    itemId,
    item_id: itemId,
    item_type: 'track',
    item_data: { url: itemId, title, artist, album, coverUrl },
    createdAt: now.toISOString(),
    track: { id, file, duration, exclusive: isExclusive },
  }
  return { itemId, isLiked: true, favorite }
}

/** The data of a like that are sent to the server. See docs/product.md §9.1. */
export function bodyOf({ itemId, favorite }: Like) {
  return { item_type: 'track', item_id: itemId, item_data: favorite.item_data } as const
}

/** The list as it will be after the changes, newest first. */
export function withChanges(favorites: readonly Favorite[], changes: readonly LikeChange[]): Favorite[] {
  let list = [...favorites]
  for (const change of changes) {
    const isThere = list.some(({ itemId }) => itemId === change.itemId)
    if (!change.isLiked) list = list.filter(({ itemId }) => itemId !== change.itemId)
    else if (!isThere) list = [change.favorite, ...list]
  }
  return list
}

/** Whether the track is liked once the changes are through. */
export function isLikedAfter(
  isLiked: boolean,
  itemId: string,
  changes: readonly Pick<LikeChange, 'itemId' | 'isLiked'>[],
): boolean {
  return changes.findLast((change) => change.itemId === itemId)?.isLiked ?? isLiked
}
