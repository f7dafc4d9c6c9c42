/** The number of threads that Node has for files. More tasks at once would only wait for a thread. */
const AT_ONCE = 4

/**
 * Runs `act` for all items, a few at a time, and waits until no call is running. After a failure no further item is
 * started, and the signal `over` aborts the calls that run. `stop` aborts `over`, too.
 * @throws the first failure
 */
export async function eachOf<T>(
  items: Iterable<T>,
  act: (item: T, over: AbortSignal) => Promise<void>,
  stop?: AbortSignal,
): Promise<void> {
  const queue = Iterator.from(items)
  const end = new AbortController()
  const over = stop === undefined ? end.signal : AbortSignal.any([stop, end.signal])
  let failure: { error: unknown } | undefined
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.next(); next.done !== true && failure === undefined; next = queue.next()) {
        try {
          await act(next.value, over)
        } catch (error) {
          failure ??= { error }
          end.abort()
        }
      }
    }),
  )
  if (failure !== undefined) throw failure.error
}
