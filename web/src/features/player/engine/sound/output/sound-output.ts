import { createAmplifier, type AmplifiedElement, type Amplify } from './amplifier.ts'
import { createMixer } from './mixer.ts'

/** Where the elements of a player are heard. */
export interface SoundOutput {
  amplify: Amplify
  /** Music is about to play; call it within the press. */
  wake: () => void
}

interface OutputParts {
  /** Whether anything is to be amplified. */
  isWanted: () => boolean
  /** The element of the browser; undefined where it must not be put behind a mixer. */
  realElement: (element: AmplifiedElement) => HTMLMediaElement | undefined
  /** Whether a page must not read what this address sends: behind a mixer it would be silence. */
  isForeign: (address: string) => boolean
}

/** Through one mixer for all elements, as far as the browser and the files allow it. */
export function createSoundOutput({ isWanted, realElement, isForeign }: OutputParts): SoundOutput {
  const amplified = new Set<AmplifiedElement>()
  const isSilent = () => [...amplified].every(({ paused }) => paused)
  const mixer = createMixer(isWanted, isSilent)
  return {
    wake: mixer.wake,
    amplify(element) {
      const real = realElement(element)
      if (!real) return createAmplifier(element)
      amplified.add(element)
      element.addEventListener('play', mixer.wake)
      for (const name of ['pause', 'emptied', 'ended']) element.addEventListener(name, mixer.rest)
      return createAmplifier(element, {
        connect: () => (isForeign(real.src) ? undefined : mixer.connect(real)),
        onRunning: mixer.onRunning,
      })
    },
  }
}
