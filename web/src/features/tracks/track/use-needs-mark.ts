import { useStore } from 'zustand'
import { encodings } from '#client/qualities.ts'
import { canStart, isPlayable, type Track } from './track.ts'

/** Whether a track is marked in lists, because this browser cannot play its file until it is converted. */
export function useNeedsMark(track: Track): boolean {
  const isEncoded = useStore(encodings, ({ codec }) => codec !== undefined)
  return isPlayable(track) && !canStart(track, { isEncoded })
}
