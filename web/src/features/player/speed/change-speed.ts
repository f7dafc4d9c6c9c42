import Gauge from 'lucide-react/icons/gauge'
import { showToast } from '#ui/dom/toast.ts'
import type { Player } from '../engine/player.ts'
import { formatRate, nextPreset } from '../engine/rate.ts'

/** Sets the next slower or faster preset of the playback rate, and shows the rate in a toast. */
export function changeSpeed(player: Player, direction: 'slower' | 'faster'): void {
  const rate = nextPreset(player.state.getState().rate, direction)
  player.setRate(rate)
  showToast(`Tempo ${formatRate(rate)}×`, { icon: Gauge })
}
