import { useStore } from 'zustand'
import { encodings } from '#client/qualities.ts'
import { canStart, isPlayable, type Track } from './track.ts'

/**
 * Whether a track must be tagged in lists, because this browser cannot play its file and the server cannot encode it.
 */
export function useNeedsMark(track: Track): boolean {
  const isEncoded = useStore(encodings, ({ codec }) => codec !== undefined)
  return isPlayable(track) && !canStart(track, { isEncoded })
}
