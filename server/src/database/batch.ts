/**
 * Combines concurrent calls: while one statement is running, further keys are collected and run together as
 * the next statement. A caller never gets a result that was read before its call. A single call runs at once.
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
