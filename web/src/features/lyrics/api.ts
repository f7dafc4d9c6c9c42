import { getLyrics, saveLyrics, type TrackLyrics } from '@tonarchiv/contract/lyrics'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { textOf } from '#client/api-error.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'

/** Milliseconds for which loaded lyrics are fresh; they change seldom. */
const LYRICS_FRESH = 5 * 60_000

/** Reads the lyrics of a track; null when there are none. */
export function lyricsQuery(trackId: string) {
  return queryOptions({
    queryKey: ['lyrics', trackId],
    queryFn: async ({ signal }) => (await call(getLyrics, { params: { id: trackId } }, { signal })).lyrics,
    staleTime: LYRICS_FRESH,
  })
}

interface Save {
  text: string
  /**
   * `updatedAt` of the lyrics that were edited; null if there were none. The server rejects the save if its lyrics are
   * newer. Undefined replaces any stored lyrics.
   */
  seen: string | null | undefined
}

/** Saves the lyrics of a track. A toast then offers to restore the previous lyrics. */
export function useSaveLyrics(trackId: string) {
  const cache = useQueryClient()
  const { queryKey } = lyricsQuery(trackId)
  const send = async ({ text, seen }: Save): Promise<TrackLyrics | null> => {
    const body = { text, ...(seen !== undefined && { seen }) }
    const { lyrics } = await call(saveLyrics, { params: { id: trackId }, body })
    cache.setQueryData(queryKey, lyrics)
    return lyrics
  }
  const undo = async (text: string, saved: TrackLyrics | null) => {
    try {
      await send({ text, seen: saved?.updatedAt ?? null })
      showToast('Songtext wiederhergestellt', { duration: ADMIN_TOAST })
    } catch (failure) {
      const problem = textOf(failure, 'Songtext konnte nicht wiederhergestellt werden.')
      showToast(problem, { kind: 'error', duration: ADMIN_TOAST })
    }
  }
  return useMutation({
    mutationFn: async (save: Save) => {
      const before = cache.getQueryData(queryKey)?.text ?? ''
      return { before, saved: await send(save) }
    },
    onSuccess: ({ before, saved }) =>
      showToast(saved === null ? 'Songtext entfernt' : 'Songtext gespeichert', {
        duration: UNDO_MS,
        action: { label: 'Rückgängig', onPress: () => void undo(before, saved) },
      }),
  })
}

/** Milliseconds within which a save can be undone. */
const UNDO_MS = 8000
