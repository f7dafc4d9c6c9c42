/**
 * Reads or writes as many keys together as are wanted at once: while one statement is under way, all that is asked for
 * waits and goes as the next. Nobody gets what was read before they asked, and who comes alone does not wait.
 */
export function doTogether<R, K = void>(doAll: (keys: readonly K[]) => Promise<R>): (key: K) => Promise<R> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<K>; result: Promise<R> } | undefined

  async function doNext(keys: ReadonlySet<K>): Promise<R> {
    await underWay
    next = undefined
    const doing = doAll([...keys])
    underWay = doing.catch(() => {})
    return doing
  }

  return async (key) => {
    if (next === undefined) {
      const keys = new Set<K>()
      next = { keys, result: doNext(keys) }
    }
    next.keys.add(key)
    return next.result
  }
}
