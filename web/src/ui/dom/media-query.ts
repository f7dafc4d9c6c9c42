import { useSyncExternalStore } from 'react'
import { BREAKPOINTS } from './breakpoints.ts'

/** The condition of the phone layout. */
export const PHONE = BREAKPOINTS.phone

class MediaQuery {
  readonly #list: MediaQueryList
  readonly #listeners = new Set<() => void>()
  #matched: boolean

  constructor(query: string) {
    this.#list = matchMedia(query)
    this.#matched = this.#list.matches
    this.#list.addEventListener('change', () => this.#notify())
  }

  /**
   * Whether the query matches. If a change is read before the frame that would report it, Chromium emits no event. So
   * if `read` finds a change, it notifies the listeners itself.
   */
  readonly read = (): boolean => {
    const { matches } = this.#list
    if (matches !== this.#matched) queueMicrotask(() => this.#notify())
    this.#matched = matches
    return matches
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    this.#matched = this.#list.matches
    for (const listener of this.#listeners) listener()
  }
}

const queries = new Map<string, MediaQuery>()

/** The cached list of a query: creating one costs more than reading it, and pages render often. */
function queryNamed(text: string): MediaQuery {
  const query = queries.get(text) ?? new MediaQuery(text)
  queries.set(text, query)
  return query
}

/** Whether a media query matches, as a hook that renders again after a change. */
export function useMediaQuery(text: string): boolean {
  const { subscribe, read } = queryNamed(text)
  return useSyncExternalStore(subscribe, read, () => false)
}
