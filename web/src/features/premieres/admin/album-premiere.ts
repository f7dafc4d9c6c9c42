import {
  cancelAlbumPremiere,
  getAlbumPremiere,
  openAlbumNow,
  setAlbumPremiere,
  type PremiereSettings,
} from '@tonarchiv/contract/premieres'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { PREMIERES } from '../calls/api.ts'
import { serverTimeOf } from '../time/server-time.ts'

/** The premiere of an album, as admins see it. */
export function useAlbumPremiere(albumId: string) {
  return useQuery({
    queryKey: [PREMIERES, 'album', albumId],
    queryFn: async ({ signal }) => {
      const calledAt = performance.now()
      const answer = await call(getAlbumPremiere, { params: { albumTitel: albumId } }, { signal })
      return { ...answer, time: serverTimeOf(answer.now, calledAt, performance.now()) }
    },
  })
}

/** A change by an admin: sets the date of a premiere, calls it off, or opens the album immediately. */
export type PremiereChange = ({ name: 'set' } & PremiereSettings) | { name: 'cancel' } | { name: 'open' }

export function useChangePremiere(albumId: string) {
  const cache = useQueryClient()
  const params = { albumTitel: albumId }
  return useMutation({
    mutationFn: async (change: PremiereChange) => {
      if (change.name === 'cancel') return call(cancelAlbumPremiere, { params })
      if (change.name === 'open') return call(openAlbumNow, { params })
      const { opensAt, isCovered, isAnnounced } = change
      return call(setAlbumPremiere, { params, body: { opensAt, isCovered, isAnnounced } })
    },
    onSuccess: () => showToast('Success', { duration: ADMIN_TOAST }),
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
    onSettled: () => cache.invalidateQueries({ queryKey: [PREMIERES] }),
  })
}
