import { growingCache } from '#platform/growing-cache.ts'

/** Reads things by their ids; what does not exist is left out. */
export type ReadByIds<T> = (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>

/** Keeps the last `max` things that were read: only the others are read. */
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
