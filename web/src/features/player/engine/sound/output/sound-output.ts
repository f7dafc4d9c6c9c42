import { createAmplifier, type Amplifier, type AmplifiedElement, type Amplify } from './amplifier.ts'
import type { Fader } from './fader.ts'
import { createMixer, type Mixer } from './mixer.ts'

/** The output of a player's elements. */
export interface SoundOutput {
  /** Creates the output of elements that are faded as one. */
  createDeck: () => DeckOutput
  /** Starts the mixer; call it within the user gesture that starts music. */
  wake: () => void
}

export interface DeckOutput {
  amplify: Amplify
  /** Whether this browser can fade its elements at all. */
  mayFade: () => boolean
  /** Connects all elements that can be heard to the mixer, which fades; returns whether that was possible. */
  canFade: () => boolean
  /** Undefined while no element is connected to the mixer. */
  fader: () => Fader | undefined
}

interface OutputParts {
  /** Whether anything is to be amplified. */
  isWanted: () => boolean
  /** Whether anything is to be faded. */
  isFaded: () => boolean
  /** The element of the browser; undefined where it must not be connected to a mixer. */
  realElement: (element: AmplifiedElement) => HTMLMediaElement | undefined
  /** Whether the page must not read the media at this address: the mixer would get silence. */
  isForeign: (address: string) => boolean
}

/** HTMLMediaElement.HAVE_CURRENT_DATA */
const HAVE_CURRENT_DATA = 2

/**
 * Creates the output of all audio elements with one mixer, which is a graph of Web Audio. An element is connected to it
 * only when its gain changes or a fade needs it.
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
