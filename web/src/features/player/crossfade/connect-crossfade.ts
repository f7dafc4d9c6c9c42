import type { Player } from '../engine/player.ts'
import { chosenCrossfade, onCrossfade } from '../engine/crossfade/crossfade-choice.ts'

/** Keeps this tab's player at the crossfade that was chosen on this device. Returns a function that stops it. */
export function connectCrossfade(player: Pick<Player, 'setCrossfade'>): () => void {
  const apply = () => player.setCrossfade(chosenCrossfade())
  apply()
  return onCrossfade(apply)
}
