/** Runs calls about the same subject one after the other. Returns the call's result. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return async <T>(subject: string, call: () => Promise<T>): Promise<T> => {
    const before = last.get(subject) ?? Promise.resolve()
    const result = before.then(call)
    const finished = result.then(
      () => undefined,
      () => undefined,
    )
    last.set(subject, finished)
    try {
      return await result
    } finally {
      if (last.get(subject) === finished) last.delete(subject)
    }
  }
}
