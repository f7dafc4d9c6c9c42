import { isSounding, usePlayer } from '#features/player/index.ts'

/**
 * The path of the list from which the current track is played, and whether it is playing; undefined if there is no such
 * list.
 */
export function usePlayingSource(): { path: string; isSounding: boolean } | undefined {
  const path = usePlayer(({ track, order }) => (track ? order.source?.path : undefined))
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  return path === undefined ? undefined : { path, isSounding: isSoundingNow }
}
