import { useMutation } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { getPlayer, isSounding, usePlayer } from '#features/player/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { showToast } from '#ui/dom/toast.ts'

interface List {
  source: { title: string; path: string }
  read: () => Promise<readonly Track[]>
}

/** Plays or queues the tracks of an album or a playlist, which are read when a button is pressed. */
export function useListPlayback({ source, read }: List) {
  const isCurrent = usePlayer(
    ({ order }) => order.source?.path === source.path && order.inBetween === undefined,
  )
  const isPlaying = usePlayer(({ status }) => isSounding(status)) && isCurrent
  const { mutate, isPending } = useMutation({
    mutationFn: async (_then: (tracks: readonly Track[]) => void) => read(),
    onSuccess: (tracks, then) => then(tracks),
    onError: (failure) =>
      showToast(textOf(failure, 'Die Titel konnten nicht geladen werden.'), { kind: 'error' }),
  })
  return {
    isPlaying,
    isLoading: isPending,
    play: () => {
      if (isCurrent) getPlayer().toggle()
      else mutate((tracks) => getPlayer().playAll(tracks, { isShuffled: false, source }))
    },
    enqueue: () => mutate((tracks) => getPlayer().enqueueAll(tracks)),
  }
}
