import type { Favorite } from '@tonarchiv/contract/favorites'
import { containsWords } from '@tonarchiv/contract/fold-text'
import { titleWithoutMark } from '#features/tracks/index.ts'

/** The orders in which favorites can be sorted. The first one is the default; the URL does not contain it. */
export const FAVORITE_ORDERS = ['newest', 'title', 'artist', 'album'] as const
export type FavoriteOrder = (typeof FAVORITE_ORDERS)[number]

/** Maximum number of characters of a search text. */
export const FAVORITE_SEARCH_MAX_LENGTH = 100

/** The search text and the order of the favorites, as the URL contains them. */
export interface FavoriteSelection {
  search: string
  order: FavoriteOrder
}

/** Reads search text and order from a URL; unknown values are ignored. */
export function selectionOf(address: URLSearchParams): FavoriteSelection {
  const wanted = address.get('sort')
  return {
    search: (address.get('search') ?? '').slice(0, FAVORITE_SEARCH_MAX_LENGTH),
    order: FAVORITE_ORDERS.find((order) => order === wanted) ?? 'newest',
  }
}

/** The URL parameters for a search text and an order; default values are left out. */
export function urlOfSelection({ search, order }: FavoriteSelection): URLSearchParams {
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(order !== 'newest' && { sort: order }),
  })
}

const german = new Intl.Collator('de', { numeric: true })

const COMPARE: Record<Exclude<FavoriteOrder, 'newest'>, (one: Favorite, other: Favorite) => number> = {
  title: (one, other) => german.compare(titleOf(one), titleOf(other)),
  artist: (one, other) =>
    german.compare(one.item_data.artist, other.item_data.artist) ||
    german.compare(titleOf(one), titleOf(other)),
  album: (one, other) =>
    german.compare(one.item_data.album, other.item_data.album) ||
    german.compare(titleOf(one), titleOf(other)),
}

function titleOf({ item_data }: Favorite): string {
  return titleWithoutMark(item_data.title)
}

/**
 * The favorites whose title, artist or album contains the words of the search, sorted.
 * @param favorites - all favorites, newest first
 */
export function selectedFavorites(
  favorites: readonly Favorite[],
  { search, order }: FavoriteSelection,
): readonly Favorite[] {
  const wanted = search.trim()
  const found =
    wanted === ''
      ? favorites
      : favorites.filter((favorite) =>
          containsWords(
            `${titleOf(favorite)} ${favorite.item_data.artist} ${favorite.item_data.album}`,
            wanted,
          ),
        )
  return order === 'newest' ? found : found.toSorted(COMPARE[order])
}
