import type { Track } from '../track/track.ts'

/** The current track of the player, which is playing or paused. */
export interface CurrentTrack {
  id: string
  isSounding: boolean
}

export type PlayState = 'playing' | 'paused'

/** How the row of a track is highlighted; undefined unless the track is the current one. */
export function playStateOf({ id }: Track, current: CurrentTrack | undefined): PlayState | undefined {
  if (id !== current?.id) return undefined
  return current.isSounding ? 'playing' : 'paused'
}
