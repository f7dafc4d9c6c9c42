import { loadTrackSound } from '#features/track-sound/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { trackAfter } from '../order/play-order.ts'
import type { Player } from '../engine/player.ts'
import { chosenLeveling, onLeveling } from '../engine/loudness/leveling.ts'
import { factorOf, gainDb, type Loudness } from '../engine/loudness/loudness-gain.ts'

/** For how many files the loudness is cached; the files that were used last stay. */
const KEPT_MAX = 20

/**
 * Sets the gains of the current track and of the next one in this tab's player. The gain of a track is undefined until
 * the loudness of that track has been loaded.
 * @returns a function that disconnects the player
 */
export function connectLoudness(player: Pick<Player, 'state' | 'setGains'>): () => void {
  /** The loudness by file name; null if it is not known or could not be loaded. */
  const known = new Map<string, Loudness | null>()
  let isConnected = true

  function apply() {
    const leveling = chosenLeveling()
    player.setGains(
      leveling === 'off'
        ? () => 1
        : (address) => {
            const loudness = known.get(fileOf(address))
            return loudness === undefined ? undefined : factorOf(gainDb(loudness, leveling))
          },
    )
  }

  async function load({ id, file }: Track) {
    if (file === undefined) return
    const { loudness } = (await loadTrackSound(id)) ?? { loudness: null }
    if (!isConnected) return
    known.delete(file)
    known.set(file, loudness)
    const [oldest] = known.keys()
    if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest)
    apply()
  }

  function look() {
    if (chosenLeveling() === 'off') return
    const { track, order } = player.state.getState()
    const next = trackAfter(order)
    if (track) void load(track)
    if (next && next.id !== track?.id) void load(next)
  }

  const connections = [
    player.state.subscribe((now, before) => {
      if (now.track !== before.track || now.order !== before.order) look()
    }),
    onLeveling(() => {
      apply()
      look()
    }),
  ]
  apply()
  look()
  return () => {
    isConnected = false
    for (const disconnect of connections) disconnect()
    player.setGains(() => 1)
  }
}

/** The name of the file behind a stream's URL; it is the same for all qualities. */
function fileOf(address: string): string {
  const path = address.replace(/[?#].*$/, '')
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
}
