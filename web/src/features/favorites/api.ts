import {
  addFavorite,
  alreadyFavorite,
  favoriteNotFound,
  listFavorites,
  removeFavorite,
  type Favorite,
} from '@tonarchiv/contract/favorites'
import {
  mutationOptions,
  QueryObserver,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { useSyncExternalStore } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { showToast } from '#ui/dom/toast.ts'
import { isPlayable, trackOfFavorite, type PlayableTrack } from '#features/tracks/index.ts'
import {
  bodyOf,
  isLikedAfter,
  isLikeOf,
  likesIn,
  likeOf,
  withChanges,
  type LikeChange,
  type LikedTrack,
} from './liked.ts'

/** Milliseconds for which the list is fresh. Changes that this page makes update the list without a read. */
const FAVORITES_FRESH = 5 * 60_000
/** Milliseconds for which the toast about a changed favorite is shown. See docs/product.md §9.1. */
const TOAST_DURATION = 2000
/** Maximum number of tracks that are added in one action, because each track needs its own call. */
const LIKES_AT_ONCE = 200

const favoritesQuery = queryOptions({
  queryKey: ['favorites'],
  queryFn: async ({ signal }) => {
    const { favorites } = await call(listFavorites, {}, { signal })
    return favorites
  },
  staleTime: FAVORITES_FRESH,
})

/** Loads the list in advance at login, for the heart buttons and the favorites page. See docs/product.md §9.1. */
export function loadFavorites(cache: QueryClient): void {
  void cache.prefetchQuery(favoritesQuery)
}

const CHANGING = ['favorites', 'change']

/** The favorites that can be played; from the cache if they are loaded. */
export async function favoriteTracks(cache: QueryClient): Promise<PlayableTrack[]> {
  const favorites = await cache.ensureQueryData(favoritesQuery)
  return favorites.map(trackOfFavorite).filter(isPlayable)
}

function isChange(value: unknown): value is LikeChange {
  return typeof value === 'object' && value !== null && 'itemId' in value && 'isLiked' in value
}

/** The changes to which the server has not replied yet, oldest first. */
function usePendingChanges(): LikeChange[] {
  return useMutationState({
    filters: { mutationKey: CHANGING, status: 'pending' },
    select: ({ state }) => state.variables,
  }).filter(isChange)
}

/** The favorites, newest first, as they will be after the changes to which the server has not replied yet. */
export function useFavorites() {
  const query = useQuery(favoritesQuery)
  const changes = usePendingChanges()
  return { ...query, favorites: query.data && withChanges(query.data, changes) }
}

/** Whether a track is a favorite, as a hook; undefined while the list is not loaded. */
export function useIsLiked(track: LikedTrack): boolean | undefined {
  const likes = likesOf(useQueryClient())
  return useSyncExternalStore(likes.subscribe, () => likes.has(track))
}

interface Likes {
  subscribe: (changed: () => void) => () => void
  has: (track: LikedTrack) => boolean | undefined
}

const likesByCache = new WeakMap<QueryClient, Likes>()

/** Returns the subscription that all heart buttons share, because a long list mounts many of them while it scrolls. */
function likesOf(cache: QueryClient): Likes {
  const known = likesByCache.get(cache)
  if (known) return known
  const observer = new QueryObserver(cache, favoritesQuery)
  const hearts = new Set<() => void>()
  let favorites: Favorite[] | undefined
  let isLiked: ReturnType<typeof likesIn> | undefined
  let pending: LikeChange[] | undefined
  const stops: (() => void)[] = []
  const render = () => {
    for (const changed of hearts) changed()
  }
  const start = () => {
    stops.push(
      observer.subscribe(render),
      cache.getMutationCache().subscribe(() => {
        pending = undefined
        render()
      }),
    )
  }
  const stop = () => {
    for (const end of stops.splice(0)) end()
    pending = undefined
  }
  const likes: Likes = {
    subscribe(changed) {
      hearts.add(changed)
      if (hearts.size === 1) start()
      else if (observer.getCurrentResult().isStale) void observer.refetch({ cancelRefetch: false })
      return () => {
        hearts.delete(changed)
        if (hearts.size === 0) stop()
      }
    },
    has(track) {
      const data = cache.getQueryData(favoritesQuery.queryKey)
      if (data === undefined) return undefined
      if (isLiked === undefined || favorites !== data) isLiked = likesIn(data)
      favorites = data
      const changes = pending ?? pendingChanges(cache)
      // While no heart button is subscribed, `pending` is not kept up to date, so its value is not stored.
      if (stops.length > 0) pending = changes
      return isLikedAfter(isLiked(track), track, changes)
    },
  }
  likesByCache.set(cache, likes)
  return likes
}

function pendingChanges(cache: QueryClient): LikeChange[] {
  return cache
    .getMutationCache()
    .findAll({ mutationKey: CHANGING, status: 'pending' })
    .map(({ state }) => state.variables)
    .filter(isChange)
}

/** Adds or removes a favorite optimistically. Changes are sent one after the other; a failed one is rolled back. */
export function useLike() {
  const cache = useQueryClient()
  return {
    mutate: (change: LikeChange) => {
      const options = cache.defaultMutationOptions(likeMutation(cache))
      // Errors are shown by the `onError` handler in `options`.
      cache
        .getMutationCache()
        .build(cache, options)
        .execute(change)
        .catch(() => undefined)
    },
  }
}

function likeMutation(cache: QueryClient) {
  const { queryKey } = favoritesQuery
  const put = (change: (favorites: Favorite[]) => Favorite[]) =>
    cache.setQueryData(queryKey, (favorites) => favorites && change(favorites))

  return mutationOptions({
    mutationKey: CHANGING,
    scope: { id: 'favorites' },
    mutationFn: async (change: LikeChange) => {
      if (change.isLiked) {
        const { favorite } = await call(addFavorite, { body: bodyOf(change) })
        return favorite
      }
      // The favorite is looked up only now: when its removal was requested, the call that adds it may not have been
      // answered yet.
      const favorite = cache.getQueryData(queryKey)?.find((one) => isLikeOf(one, change))
      if (!favorite) throw new ApiError(favoriteNotFound)
      await call(removeFavorite, { params: { id: favorite.id } })
      return undefined
    },
    // The answer to a request that was sent before the change would overwrite the changed list.
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
      // The favorite was already added or removed in another tab or on another device.
      if (failure instanceof ApiError && (failure.is(alreadyFavorite) || failure.is(favoriteNotFound)))
        void cache.invalidateQueries({ queryKey })
    },
    // If `onMutate` has cancelled the first request for the list, the list is loaded now.
    onSettled: () => {
      if (cache.getQueryData(queryKey) === undefined) void cache.invalidateQueries({ queryKey })
    },
  })
}

/** Adds several tracks, one after the other, until a call fails. Tracks that are favorites already are skipped. */
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
    // The list is read again even after a failure, because some tracks may have been added before it.
    onSettled: async () => cache.invalidateQueries({ queryKey }),
  })
}

/** Adds a track. If it has already become a favorite in another tab or on another device, that is no error. */
async function addUnlessThere(like: Parameters<typeof bodyOf>[0]): Promise<void> {
  try {
    await call(addFavorite, { body: bodyOf(like) })
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.is(alreadyFavorite))) throw failure
  }
}
