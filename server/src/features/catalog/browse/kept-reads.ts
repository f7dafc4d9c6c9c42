import { growingCache } from '#platform/growing-cache.ts'

/** Reads rows by their ids. The result has no entry for an id without a row. */
export type ReadByIds<T> = (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>

/** Caches the last `max` rows that were read. `read` is called only for ids that are not cached. */
export function keptReads<T extends {}>(max: number, read: ReadByIds<T>): ReadByIds<T> {
  const kept = growingCache<string, T>(max)
  return async (ids) => {
    const found = new Map<string, T>()
    const missing: string[] = []
    for (const id of ids) {
      const known = kept.get(id)
      if (known === undefined) missing.push(id)
      else found.set(id, known)
    }
    if (missing.length === 0) return found
    for (const [id, one] of await read(missing)) {
      kept.set(id, one)
      found.set(id, one)
    }
    return found
  }
}
