import { isSounding, usePlayer } from '#features/player/index.ts'

/**
 * The path of the list that is the source of the current track, and whether it is playing; undefined without a source.
 */
export function usePlayingSource(): { path: string; isSounding: boolean } | undefined {
  const path = usePlayer(({ track, order }) => (track ? order.source?.path : undefined))
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  return path === undefined ? undefined : { path, isSounding: isSoundingNow }
}
