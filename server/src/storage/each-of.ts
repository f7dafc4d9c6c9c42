/** The number of threads that Node has for files; more tasks would only wait. */
const AT_ONCE = 4

/**
 * Runs `act` for all items, a few at once, and waits until none is running. After a failure no further item
 * is started, and the signal `over` aborts those that run; it also fires with `stop`.
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
