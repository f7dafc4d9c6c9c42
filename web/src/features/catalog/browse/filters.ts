import { ALBUM_SORTS, ALBUM_TYPES, type AlbumSort, type AlbumType } from '@tonarchiv/contract/catalog'

/** What narrows and sorts the archive; lives in the address as `?search=&year=&type=&sort=`. */
export interface AlbumFilters {
  /** Trimmed; empty when nothing is searched. */
  search: string
  year?: number
  type?: AlbumType
  /** Another order than the admin's. */
  sort?: AlbumSort
}

export const NO_FILTERS: AlbumFilters = { search: '' }

/** The contract's limit of the search. */
export const SEARCH_MAX_LENGTH = 100

const FIRST_YEAR = 1900
const LAST_YEAR = 2100

/** Reads the filters of an address; what the archive would refuse counts as not set. */
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

/** The address with these filters in it; everything else in it stays as it is. */
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
