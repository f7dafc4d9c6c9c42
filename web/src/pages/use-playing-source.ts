import { isSounding, usePlayer } from '#features/player/index.ts'

/** The page of the list that plays; undefined without one. */
export function usePlayingSource(): { path: string; isSounding: boolean } | undefined {
  const path = usePlayer(({ track, order }) => (track ? order.source?.path : undefined))
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  return path === undefined ? undefined : { path, isSounding: isSoundingNow }
}
