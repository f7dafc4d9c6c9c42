import {
  addFavorite,
  alreadyFavorite,
  favoriteNotFound,
  listFavorites,
  removeFavorite,
  type Favorite,
} from '@tonarchiv/contract/favorites'
import {
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { showToast } from '#ui/dom/toast.ts'
import { isPlayable, trackOfFavorite, type PlayableTrack } from '#features/tracks/index.ts'
import {
  bodyOf,
  isLikedAfter,
  isLikeOf,
  likeOf,
  withChanges,
  type LikeChange,
  type LikedTrack,
} from './liked.ts'

/** Milliseconds; every change of one's own is in the list anyway. */
const FAVORITES_FRESH = 5 * 60_000
/** Milliseconds on screen. See docs/product.md §9.1. */
const TOAST_DURATION = 2000
/** Tracks that are added at once, each by its own call. */
const LIKES_AT_ONCE = 200

const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  queryFn: async ({ signal }) => {
    const { favorites } = await call(listFavorites, {}, { signal })
    return favorites
  },
  staleTime: FAVORITES_FRESH,
})

/** Reads the list ahead, so that hearts and page have it. docs/product.md §9.1: on login. */
export function loadFavorites(cache: QueryClient): void {
  void cache.prefetchQuery(favoritesQuery)
}

const CHANGING = ['favorites', 'change']

/** The favorites that can be played, from the cache if they are fresh. */
export async function favoriteTracks(cache: QueryClient): Promise<PlayableTrack[]> {
  const favorites = await cache.ensureQueryData(favoritesQuery)
  return favorites.map(trackOfFavorite).filter(isPlayable)
}

function isChange(value: unknown): value is LikeChange {
  return typeof value === 'object' && value !== null && 'itemId' in value && 'isLiked' in value
}

/** Changes the server has not answered yet, oldest first. */
function usePendingChanges(): LikeChange[] {
  return useMutationState({
    filters: { mutationKey: CHANGING, status: 'pending' },
    select: ({ state }) => state.variables,
  }).filter(isChange)
}

/** Newest first, with the changes that are on their way. */
export function useFavorites() {
  const query = useQuery(favoritesQuery)
  const changes = usePendingChanges()
  return { ...query, favorites: query.data && withChanges(query.data, changes) }
}

/** Whether a track is liked; undefined while that is not known. */
export function useIsLiked(track: LikedTrack): boolean | undefined {
  const { data } = useQuery({
    ...favoritesQuery,
    select: (favorites) => favorites.some((favorite) => isLikeOf(favorite, track)),
  })
  const changes = usePendingChanges()
  return data === undefined ? undefined : isLikedAfter(data, track, changes)
}

/** Likes a track or takes a like back, one after the other; a failure takes the change off the screen. */
export function useLike() {
  const cache = useQueryClient()
  const { queryKey } = favoritesQuery
  const put = (change: (favorites: Favorite[]) => Favorite[]) =>
    cache.setQueryData(queryKey, (favorites) => favorites && change(favorites))

  return useMutation({
    mutationKey: CHANGING,
    scope: { id: 'favorites' },
    mutationFn: async (change: LikeChange) => {
      if (change.isLiked) {
        const { favorite } = await call(addFavorite, { body: bodyOf(change) })
        return favorite
      }
      // Looked up now: the like may have been on its way when it was taken back.
      const favorite = cache.getQueryData(queryKey)?.find((one) => isLikeOf(one, change))
      if (!favorite) throw new ApiError(favoriteNotFound)
      await call(removeFavorite, { params: { id: favorite.id } })
      return undefined
    },
    // A list that was requested before would come without the change.
    onMutate: () => cache.cancelQueries({ queryKey }),
    onSuccess(favorite, change) {
      put((favorites) => [
        ...(favorite ? [favorite] : []),
        ...favorites.filter((one) => !isLikeOf(one, change)),
      ])
      showToast(change.isLiked ? 'Zu "Lieblingssongs" hinzugefügt' : 'Aus "Lieblingssongs" entfernt', {
        icon: Heart,
        duration: TOAST_DURATION,
      })
    },
    onError(failure) {
      showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error', duration: TOAST_DURATION })
      // It was changed in another tab or device.
      if (failure instanceof ApiError && (failure.is(alreadyFavorite) || failure.is(favoriteNotFound)))
        void cache.invalidateQueries({ queryKey })
    },
    // Also brings the list that was called off above.
    onSettled: () => {
      if (cache.getQueryData(queryKey) === undefined) void cache.invalidateQueries({ queryKey })
    },
  })
}

/** Adds several tracks, one after the other until one fails; those that are favorites already stay. */
export function useLikeAll() {
  const cache = useQueryClient()
  const { queryKey } = favoritesQuery
  return useMutation({
    scope: { id: 'favorites' },
    mutationFn: async (tracks: readonly PlayableTrack[]) => {
      const known = new Set(
        cache.getQueryData(queryKey)?.flatMap(({ itemId, track }) => (track ? [itemId, track.id] : itemId)),
      )
      const likes = new Map(tracks.map((track) => [track.id, likeOf(track)]))
      const wanted = [...likes]
        .filter(([id, { itemId }]) => !known.has(id) && !known.has(itemId))
        .map(([, like]) => like)
      for (const like of wanted.slice(0, LIKES_AT_ONCE)) await addUnlessThere(like)
      return wanted.length
    },
    onSuccess(count) {
      const isTooMany = count > LIKES_AT_ONCE
      const added = `${Math.min(count, LIKES_AT_ONCE)} Titel zu "Lieblingssongs" hinzugefügt`
      showToast(
        count === 0
          ? 'Schon in "Lieblingssongs"'
          : isTooMany
            ? `${added}, mehr gehen nicht auf einmal`
            : added,
        { icon: Heart, duration: TOAST_DURATION },
      )
    },
    onError: (failure) =>
      showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error', duration: TOAST_DURATION }),
    // Some may have been added before one failed.
    onSettled: async () => cache.invalidateQueries({ queryKey }),
  })
}

/** Adds a track that may have become a favorite in another tab or device. */
async function addUnlessThere(like: Parameters<typeof bodyOf>[0]): Promise<void> {
  try {
    await call(addFavorite, { body: bodyOf(like) })
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.is(alreadyFavorite))) throw failure
  }
}
