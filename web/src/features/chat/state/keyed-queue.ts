/**
 * Returns a function that runs calls with the same key one after the other, and calls with different keys at the same
 * time. It resolves or rejects as its call does.
 */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()

  return async <T>(key: string, call: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const result = before.then(call)
    const finished = result.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, finished)
    try {
      return await result
    } finally {
      if (last.get(key) === finished) last.delete(key)
    }
  }
}
