import { createAmplifier, type Amplifier, type AmplifiedElement, type Amplify } from './amplifier.ts'
import type { Fader } from './fader.ts'
import { createMixer, type Mixer } from './mixer.ts'

/** The audio output of a player: connects its audio elements to one Web Audio mixer where that is needed. */
export interface SoundOutput {
  /** Creates the output of a deck: a group of elements that are faded in common. */
  createDeck: () => DeckOutput
  /** Starts the mixer. Call it within the user gesture that starts music, because browsers require one. */
  wake: () => void
}

export interface DeckOutput {
  amplify: Amplify
  /** Whether elements of this deck can be faded in this browser. */
  mayFade: () => boolean
  /** Connects all audible elements of the deck to the mixer, which applies fades; returns whether all are connected. */
  canFade: () => boolean
  /** The fader of the deck; undefined while no element is connected to the mixer. */
  fader: () => Fader | undefined
}

interface OutputParts {
  /** Whether any gain is to be applied. */
  isWanted: () => boolean
  /** Whether any fade is to be applied. */
  isFaded: () => boolean
  /** The browser's audio element behind `element`; undefined if it must not be connected to a mixer. */
  realElement: (element: AmplifiedElement) => HTMLMediaElement | undefined
  /** Whether the media at this address is from another origin that the page may not read: a mixer would get silence. */
  isForeign: (address: string) => boolean
}

/** HTMLMediaElement.HAVE_CURRENT_DATA */
const HAVE_CURRENT_DATA = 2

/**
 * Creates the output of all audio elements. They share one mixer: a Web Audio graph. An element is connected to it only
 * when a gain or a fade requires it.
 */
export function createSoundOutput(parts: OutputParts): SoundOutput {
  const amplified = new Set<AmplifiedElement>()
  const isSilent = () => [...amplified].every(({ paused }) => paused)
  const mixer = createMixer(() => parts.isWanted() || parts.isFaded(), isSilent)
  return { wake: mixer.wake, createDeck: () => createDeck(parts, mixer, amplified) }
}

function createDeck(
  { realElement, isForeign, isFaded }: OutputParts,
  mixer: Mixer,
  amplified: Set<AmplifiedElement>,
): DeckOutput {
  const bus = mixer.createBus()
  const own: { element: AmplifiedElement; amplifier: Amplifier }[] = []

  function amplifierOf(element: AmplifiedElement, real: HTMLMediaElement): Amplifier {
    return createAmplifier(element, {
      connect: () => (isForeign(real.src) ? undefined : bus.connect(real)),
      onRunning: mixer.onRunning,
      isAlways: isFaded,
    })
  }

  return {
    mayFade: () => own.length > 0 && 'AudioContext' in globalThis,
    canFade() {
      const audible = own.filter(({ element }) => !element.paused || element.readyState >= HAVE_CURRENT_DATA)
      return audible.map(({ amplifier }) => amplifier.mix()).every(Boolean)
    },
    fader: bus.fader,
    amplify(element) {
      const real = realElement(element)
      if (!real) return createAmplifier(element)
      amplified.add(element)
      element.addEventListener('play', mixer.wake)
      for (const name of ['pause', 'emptied', 'ended']) element.addEventListener(name, mixer.rest)
      const amplifier = amplifierOf(element, real)
      own.push({ element, amplifier })
      return amplifier
    },
  }
}
