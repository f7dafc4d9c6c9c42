import type { LRUCache } from 'lru-cache'
import { growingCache } from '#platform/growing-cache.ts'

export interface CountingWindow {
  count: number
  /** The end of the window in milliseconds, by the caller's clock. */
  endsAt: number
}

/**
 * Counts by name in windows of time. A window starts with the first count. When there are too many windows, the least
 * recently used window is removed.
 */
export class FixedWindows {
  readonly #windows: LRUCache<string, CountingWindow>

  constructor(maxWindows: number) {
    this.#windows = growingCache(maxWindows)
  }

  /** The window of a name that has not ended at `now`; undefined when there is none. */
  running(name: string, now: number): CountingWindow | undefined {
    const found = this.#windows.get(name)
    return found !== undefined && found.endsAt > now ? found : undefined
  }

  /** Counts in the running window, or in a new one that ends at `endsAt`. */
  count(name: string, by: number, { now, endsAt }: { now: number; endsAt: number }): CountingWindow {
    const running = this.running(name, now)
    if (running !== undefined) {
      running.count += by
      return running
    }
    const opened = { count: by, endsAt }
    if (endsAt > now) this.#windows.set(name, opened)
    return opened
  }
}
