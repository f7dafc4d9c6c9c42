import type { Player } from '../engine/player.ts'
import { chosenCrossfade, onCrossfade } from '../engine/crossfade/crossfade-choice.ts'

/**
 * Sets the crossfade of this tab's player to the one chosen on this device, now and after each change.
 * @returns a function that unsubscribes
 */
export function connectCrossfade(player: Pick<Player, 'setCrossfade'>): () => void {
  const apply = () => player.setCrossfade(chosenCrossfade())
  apply()
  return onCrossfade(apply)
}
