/** As many as the process has threads for files; more would only wait. */
const AT_ONCE = 4

/**
 * Does the same with all items, a few at once, and waits until nothing runs any more. After a failure no other item is
 * begun, and `over` tells those that run; it fires with `stop`, too. @throws the first failure
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
