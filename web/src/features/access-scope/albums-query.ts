import { listAlbums } from '@tonarchiv/contract/catalog'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/call.ts'

/** Albums that the member may play whose titles contain a text, and the number of all of them. */
export const albumsQuery = (search: string) =>
  queryOptions({
    queryKey: ['albums', 'picker', search],
    queryFn: ({ signal }) =>
      call(listAlbums, { query: { limit: 8, ...(search === '' ? {} : { search }) } }, { signal }),
    placeholderData: (previous) => previous,
  })
