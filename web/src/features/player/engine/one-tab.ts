import { joinSinglePlayback } from '#client/single-playback.ts'
import type { Player } from './player.ts'

/**
 * Lets only one tab or video play at a time: pauses the music when a video or another tab starts to play, and pauses
 * those when the music starts.
 * @returns a function that disconnects the player
 */
export function connectTabs(player: Player): () => void {
  const { begin, leave } = joinSinglePlayback(player.pause)
  const unlisten = player.listen(({ type }) => {
    if (type === 'started') begin()
  })
  return () => {
    unlisten()
    leave()
  }
}
