import type { Track } from '#features/tracks/index.ts'
import { chooseTrack, currentTrack, NOTHING_CHOSEN, type PlayOrder, type Repeat } from './play-order.ts'

/** A track for tests. Names in lower case are playable tracks; names in capitals are tracks without a file. */
export function trackNamed(name: string): Track {
  const isThere = name === name.toLowerCase()
  return {
    id: name,
    title: name,
    artist: 'Album',
    album: 'Album',
    ...(isThere && { file: `${name}.mp3` }),
    coverUrl: '/default-album.jpg',
    durationSeconds: 60,
    isExclusive: false,
  }
}

/** A track for each letter of `names`. */
export function tracksNamed(names: string): Track[] {
  return names.split('').map(trackNamed)
}

/** A play order of an album that has a track for each letter of `names`; the track `current` plays. */
export function playing(names: string, current: string, repeat: Repeat = 'off'): PlayOrder {
  return chooseTrack({ ...NOTHING_CHOSEN, repeat }, tracksNamed(names), trackNamed(current))
}

/** The name of the current track. */
export function nameOf(state: PlayOrder | undefined): string | undefined {
  return state && currentTrack(state)?.id
}

/** A pseudo-random number generator whose numbers depend only on the seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
