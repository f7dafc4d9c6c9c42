import { listAlbums, RECENT_ALBUMS } from '@tonarchiv/contract/catalog'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { ALBUMS, type Scope } from '../albums/api.ts'

/** The albums that were added last, and the number of albums of each type. */
export function useNewestAlbums(scope: Scope) {
  return useQuery(
    queryOptions({
      queryKey: [...ALBUMS, 'newest', scope],
      queryFn: ({ signal }) =>
        call(listAlbums, { query: { limit: RECENT_ALBUMS, sort: 'newest' } }, { signal }),
    }),
  )
}
