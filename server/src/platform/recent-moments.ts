/**
 * Remembers the last value of each key, with its time by the clock of `performance`. Values are kept for at least
 * `ttlMs`.
 */
export class RecentMoments<V> {
  readonly #ttlMs: number
  /** Oldest first. */
  readonly #moments = new Map<string, { at: number; value: V }>()

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs
  }

  note(key: string, value: V): void {
    const now = performance.now()
    for (const [other, { at }] of this.#moments) {
      if (now - at < this.#ttlMs) break
      this.#moments.delete(other)
    }
    this.#moments.delete(key)
    this.#moments.set(key, { at: now, value })
  }

  /** The last value of a key; undefined when it was set before `since`. */
  since(key: string, since: number): V | undefined {
    const found = this.#moments.get(key)
    return found !== undefined && found.at >= since ? found.value : undefined
  }
}
