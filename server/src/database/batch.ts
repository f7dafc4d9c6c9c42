/**
 * Reads or writes as many keys together as are wanted at once: while one statement is under way, all that is requested
 * waits and goes as the next. Nobody gets what was read before they asked, and who comes alone does not wait.
 */
export function batch<R, K = void>(runBatch: (keys: readonly K[]) => Promise<R>): (key: K) => Promise<R> {
  let inFlight: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<K>; result: Promise<R> } | undefined

  async function runNext(keys: ReadonlySet<K>): Promise<R> {
    await inFlight
    next = undefined
    const result = runBatch([...keys])
    inFlight = result.catch(() => {})
    return result
  }

  return async (key) => {
    if (next === undefined) {
      const keys = new Set<K>()
      next = { keys, result: runNext(keys) }
    }
    next.keys.add(key)
    return next.result
  }
}
