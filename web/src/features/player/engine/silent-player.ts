import { vi } from 'vitest'
import type { LoadOutcome } from './playback/after-failure.ts'
import { createPlayer } from './player.ts'
import type { AudioElements } from './sound/audio.ts'
import { amplifyPlainly } from './sound/output/amplifier.ts'
import type { SoundOutput } from './sound/output/sound-output.ts'
import { SilentElement } from './sound/silent-element.ts'
import type { Track } from '#features/tracks/index.ts'

/** A track of 100 seconds, for tests; without a file if `isThere` is false. */
export function trackNamed(name: string, isThere = true): Track {
  return {
    id: name,
    title: name,
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    ...(isThere && { file: `${name}.mp3` }),
    coverUrl: '/default-album.jpg',
    durationSeconds: 100,
    isExclusive: false,
  }
}

export const [first, second, missing, last] = [
  trackNamed('abfahrt'),
  trackNamed('bruecke'),
  trackNamed('lichtung', false),
  trackNamed('abspann'),
]
/** An album for tests, in which one track has no file. */
export const album = [first, second, missing, last]

/** After a failure, one of these words is added to the file name in the list `requested`. */
const TRIED = { again: 'anew', rejected: 'otherwise' }

/** A fake audio output that is able to fade, but makes no sound. */
const FADING_OUTPUT: SoundOutput = {
  wake: () => undefined,
  createDeck: () => ({
    amplify: amplifyPlainly,
    mayFade: () => true,
    canFade: () => true,
    fader: () => ({ now: () => 0, fade: () => undefined, silence: () => undefined, open: () => undefined }),
  }),
}

/** Creates a player with silent audio elements and a fake server that the test controls. Needs fake timers. */
export function setUp({
  isLoggedIn = true,
  songs = [],
  hasTicket = false,
  isEncoded = false,
  canFade = false,
}: {
  isLoggedIn?: boolean
  songs?: Track[]
  hasTicket?: boolean
  isEncoded?: boolean
  canFade?: boolean
} = {}) {
  const [element, other, ready] = [new SilentElement(), new SilentElement(), new SilentElement()]
  /** The audio element of the second deck, which plays the track that fades in. */
  const beside = new SilentElement()
  const unused: AudioElements[] = [
    [element, other, ready],
    [beside, new SilentElement(), new SilentElement()],
  ]
  /** How the fake server answers a request for the reason why a file does not play. */
  const server: { loadOutcome: LoadOutcome } = { loadOutcome: 'there' }
  const onlineListeners: (() => void)[] = []
  const messages: string[] = []
  const errors: string[] = []
  const announced: string[] = []
  const stored: number[] = []
  const rates: number[] = []
  const requested: string[] = []
  const player = createPlayer({
    createElements() {
      const elements = unused.shift()
      if (!elements) throw new Error('There are no more elements')
      return elements
    },
    ...(canFade && { output: FADING_OUTPUT }),
    probeTrack: () => Promise.resolve(server.loadOutcome),
    onOnline: (back) => onlineListeners.push(back),
    songList: () => Promise.resolve(songs),
    streamUrl({ file }, attempt) {
      requested.push(attempt === 'first' ? file : `${file} ${TRIED[attempt]}`)
      const address = `/api/${isEncoded ? 'quality' : 'stream'}/${file}`
      return hasTicket ? address : Promise.resolve(address)
    },
    isLoggedIn: () => isLoggedIn,
    firstVolume: 0.7,
    saveVolume: (volume) => stored.push(volume),
    firstRate: 1,
    saveRate: (rate) => rates.push(rate),
    showMessage: (text) => messages.push(text),
    canPlay: (type) => !/ogg|alac/.test(type),
    showError: (text) => errors.push(text),
    showAway: () => errors.push('away'),
  })
  player.listen(({ type, track }) => announced.push(`${type} ${track.id}`))
  const now = () => player.state.getState()
  /** Advances the fake time by 1 ms, so that responses arrive and events are emitted. */
  const settle = () => vi.advanceTimersByTimeAsync(1)
  async function listened(track: Track) {
    player.choose(album, track)
    await settle()
    element.sounds(120)
  }
  const goOnline = () => onlineListeners.forEach((back) => back())
  return {
    player,
    element,
    other,
    ready,
    beside,
    server,
    goOnline,
    messages,
    errors,
    announced,
    stored,
    rates,
    requested,
    now,
    settle,
    listened,
  }
}
