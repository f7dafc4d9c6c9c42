/**
 * Combines concurrent calls. While one statement is running, the keys of further calls are collected for the next
 * statement. A caller never gets a result that was read before its call. A call runs at once when no statement is
 * running.
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
