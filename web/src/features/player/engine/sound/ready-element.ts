import type { AudioElement } from './audio-element.ts'

/**
 * Milliseconds until the file of a replaced element is unloaded. Unloading takes time, and starting the new sound has
 * priority.
 */
const RELEASE_AFTER = 250

/** An audio element that preloads the track that the listener is likely to start next. */
export interface ReadyElement {
  ready: (address: string) => void
  /**
   * Returns the preloading element if it holds this file; `instead`, the element that has played so far, becomes the
   * preloading one.
   */
  take: (address: string, instead: AudioElement) => AudioElement | undefined
  /** Drops the preloaded file. */
  forget: () => void
}

export function createReadyElement(
  first: AudioElement,
  letGo: (element: AudioElement) => void,
): ReadyElement {
  let element = first
  let loaded: string | undefined
  let scheduledRelease: ReturnType<typeof setTimeout> | undefined

  return {
    ready(address) {
      if (loaded === address) return
      clearTimeout(scheduledRelease)
      loaded = address
      element.src = address
    },
    take(address, instead) {
      if (loaded !== address || element.error !== null) return undefined
      const taken = element
      element = instead
      loaded = undefined
      instead.pause()
      scheduledRelease = setTimeout(letGo, RELEASE_AFTER, instead)
      return taken
    },
    forget() {
      clearTimeout(scheduledRelease)
      loaded = undefined
      letGo(element)
    },
  }
}
