import { updateArtist } from '@tonarchiv/contract/archive-editing'
import { artistNotFound, getArtist, getArtistPlays } from '@tonarchiv/contract/artists'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { ALBUMS } from '#features/catalog/index.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { withAll } from './artist-details.ts'

/** Milliseconds for which loaded data of an artist is fresh. */
const ARTIST_FRESH = 5 * 60_000

/**
 * An artist with their albums. The query is read again together with the albums, because editing an album may change
 * its artists.
 */
export function artistQuery(id: string) {
  return queryOptions({
    queryKey: [...ALBUMS, 'artist', id],
    queryFn: async ({ signal }) => {
      const read = async (offset: number) =>
        (await call(getArtist, { params: { id }, query: { offset } }, { signal })).artist
      const first = await read(0)
      return withAll(first, read)
    },
    staleTime: ARTIST_FRESH,
    retry: (count, error) => count < 3 && !isUnknownArtist(error),
  })
}

/** The plays of all tracks of an artist. */
export function artistPlaysQuery(id: string) {
  return queryOptions({
    queryKey: ['plays', 'artist', id],
    queryFn: async ({ signal }) => call(getArtistPlays, { params: { id } }, { signal }),
    staleTime: ARTIST_FRESH,
  })
}

/** Changes the sort name of an artist. If it is empty, the server derives it from the artist's name. */
export function useChangeSortName(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (sortName: string) => call(updateArtist, { params: { id }, body: { sortName } }),
    onSuccess: () => showToast('Sortiername gespeichert', { duration: ADMIN_TOAST }),
    onSettled: () => cache.invalidateQueries({ queryKey: artistQuery(id).queryKey }),
  })
}

export function isUnknownArtist(error: Error | null): boolean {
  return error instanceof ApiError && error.is(artistNotFound)
}
