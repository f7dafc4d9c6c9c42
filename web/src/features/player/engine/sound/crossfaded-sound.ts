import type { Sound } from './audio.ts'
import { Crossfade, type CrossfadeParts } from './crossfade.ts'
import { changeOn, openOn, seekOn } from './deck.ts'

/*
 * Plays files on two decks, so that one file fades into the next one. The second deck, which opens the next file
 * silently, is created when a crossfade is chosen. Without a crossfade one deck plays all files.
 */

export interface CrossfadedSound extends Sound {
  /** Whether the open file has enough data to play now. */
  hasSound: () => boolean
  /** Sets for how many seconds the open file and the preloaded one fade into each other; 0 for no crossfade. */
  setCrossfade: (seconds: number) => void
}

export function createCrossfadedSound(parts: CrossfadeParts): CrossfadedSound {
  const settings = createSettings()
  const decks = new Crossfade(parts, settings.rate)
  return {
    open(address, atSeconds) {
      decks.isPlaying = false
      decks.endFade()
      openOn(decks.active, address, atSeconds)
    },
    play: () => decks.active.sound.play(),
    pause() {
      decks.isPlaying = false
      decks.active.sound.pause()
      decks.dropFaded()
    },
    seek(seconds) {
      decks.endFade()
      seekOn(decks.active, seconds)
    },
    audibleSeconds: () => decks.active.sound.audibleSeconds(),
    hasSound: () => decks.active.sound.hasSound(),
    prepare: (address) => decks.prepare(address),
    unprepare: () => decks.unprepare(),
    ready: (address) => decks.active.sound.ready(address),
    change() {
      const taken = decks.next
      decks.next = undefined
      if (!taken?.isOpened) return undefined
      decks.endFade()
      return taken.isBeside ? decks.swap() : changeOn(decks.active)
    },
    setCrossfade(seconds) {
      decks.crossfade = seconds
      if (seconds > 0 && !decks.other && decks.active.mayFade()) {
        decks.other = decks.createDeck()
        settings.apply(decks.other.sound)
      }
      const isBeside = seconds > 0 && decks.other !== undefined
      if (decks.next && decks.next.isBeside !== isBeside) decks.prepare(decks.next.address)
    },
    close() {
      decks.next = undefined
      decks.fading = undefined
      decks.isPlaying = false
      decks.active.sound.close()
      decks.other?.sound.close()
    },
    ...settings.commands(() =>
      decks.other ? [decks.active.sound, decks.other.sound] : [decks.active.sound],
    ),
  }
}

type Setters = Pick<Sound, 'setVolume' | 'setGains' | 'setRate'>

/** The settings that both decks share. They are stored, so that a deck that is created later gets them, too. */
function createSettings() {
  const last = new Map<string, (sound: Sound) => void>()
  let rate = 1
  return {
    rate: () => rate,
    apply: (sound: Sound) => last.forEach((set) => set(sound)),
    commands(sounds: () => Sound[]): Setters {
      const set = (name: string, change: (sound: Sound) => void) => {
        last.set(name, change)
        sounds().forEach(change)
      }
      return {
        setVolume: (...volume) => set('volume', (sound) => sound.setVolume(...volume)),
        setGains: (gainOf) => set('gains', (sound) => sound.setGains(gainOf)),
        setRate(given) {
          rate = given
          set('rate', (sound) => sound.setRate(given))
        },
      }
    },
  }
}
