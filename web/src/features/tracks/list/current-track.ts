import type { Track } from '../track/track.ts'

/** The track that plays or is paused. */
export interface CurrentTrack {
  id: string
  isSounding: boolean
}

export type PlayState = 'playing' | 'paused'

/** How a track is marked; undefined unless it is the current one. */
export function playStateOf({ id }: Track, current: CurrentTrack | undefined): PlayState | undefined {
  if (id !== current?.id) return undefined
  return current.isSounding ? 'playing' : 'paused'
}
