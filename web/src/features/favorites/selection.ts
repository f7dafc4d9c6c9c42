import type { Favorite } from '@tonarchiv/contract/favorites'
import { containsWords } from '@tonarchiv/contract/fold-text'
import { titleWithoutMark } from '#features/tracks/index.ts'

/** The sort orders of favorites. The first is the default, which is omitted from the URL. */
export const FAVORITE_ORDERS = ['newest', 'title', 'artist', 'album'] as const
export type FavoriteOrder = (typeof FAVORITE_ORDERS)[number]

/** Maximum length of a search term. */
export const FAVORITE_SEARCH_MAX_LENGTH = 100

/** The search term and the order of the favorites. */
export interface FavoriteSelection {
  search: string
  order: FavoriteOrder
}

/** Reads the selection from a URL; unknown values are ignored. */
export function selectionOf(address: URLSearchParams): FavoriteSelection {
  const wanted = address.get('sort')
  return {
    search: (address.get('search') ?? '').slice(0, FAVORITE_SEARCH_MAX_LENGTH),
    order: FAVORITE_ORDERS.find((order) => order === wanted) ?? 'newest',
  }
}

/** Writes the selection into a URL; default values are omitted. */
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
 * The favorites whose title, artist or album contains the words of the search, sorted. `favorites` are newest first.
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
