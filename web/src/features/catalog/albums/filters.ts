import { ALBUM_SORTS, ALBUM_TYPES, type AlbumSort, type AlbumType } from '@tonarchiv/contract/catalog'

/** The filters and the order of the archive, as the URL contains them: `?search=&year=&type=&sort=`. */
export interface AlbumFilters {
  /** The search text without blanks at both ends; empty when nothing is searched. */
  search: string
  year?: number
  type?: AlbumType
  /** Undefined for the order that the admins have set. */
  sort?: AlbumSort
}

export const NO_FILTERS: AlbumFilters = { search: '' }

/** The maximum length of a search text in the contract. */
export const SEARCH_MAX_LENGTH = 100

const FIRST_YEAR = 1900
const LAST_YEAR = 2100

/** Reads the filters from a URL; invalid values are ignored. */
export function filtersOf(address: URLSearchParams): AlbumFilters {
  const year = Number(address.get('year') ?? '')
  const type = ALBUM_TYPES.find((known) => known === address.get('type'))
  const sort = ALBUM_SORTS.find((known) => known === address.get('sort'))
  return {
    search: (address.get('search') ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
    ...(Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR && { year }),
    ...(type && { type }),
    ...(sort && { sort }),
  }
}

/** The URL parameters with these filters; other parameters stay as they are. */
export function withFilters(
  address: URLSearchParams,
  { search, year, type, sort }: AlbumFilters,
): URLSearchParams {
  const next = new URLSearchParams(address)
  const values = { search: search.trim(), year: year?.toString() ?? '', type: type ?? '', sort: sort ?? '' }
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

export function isFiltered({ search, year, type }: AlbumFilters): boolean {
  return search !== '' || year !== undefined || type !== undefined
}
