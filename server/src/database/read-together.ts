/**
 * Reads as many keys together as are wanted at once: while one reading is under way, all that is asked for waits and
 * goes as the next. Nobody gets what was read before they asked, and a lonely reader does not wait.
 */
export function readTogether<R, K = void>(
  readAll: (keys: readonly K[]) => Promise<R>,
): (key: K) => Promise<R> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<K>; result: Promise<R> } | undefined

  async function readNext(keys: ReadonlySet<K>): Promise<R> {
    await underWay
    next = undefined
    const reading = readAll([...keys])
    underWay = reading.catch(() => {})
    return reading
  }

  return async (key) => {
    if (next === undefined) {
      const keys = new Set<K>()
      next = { keys, result: readNext(keys) }
    }
    next.keys.add(key)
    return next.result
  }
}
