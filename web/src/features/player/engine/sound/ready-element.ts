import type { AudioElement } from './audio-element.ts'

/** Milliseconds for which a replaced element keeps its file: unloading takes time, and the new sound has priority. */
const RELEASE_AFTER = 250

/** An element that preloads the track that is likely to be started next. */
export interface ReadyElement {
  ready: (address: string) => void
  /** Returns the element if it holds this file; the element that played so far takes its place. */
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
