/** What happened by key within the last time, with its moment by the clock of `performance`; nothing goes before that time. */
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

  /** What was noted last of a key, if that was not before `since`. */
  since(key: string, since: number): V | undefined {
    const found = this.#moments.get(key)
    return found !== undefined && found.at >= since ? found.value : undefined
  }
}
