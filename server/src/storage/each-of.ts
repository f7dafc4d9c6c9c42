/** As many as the process has threads for files; more would only wait. */
const AT_ONCE = 4

/**
 * Does the same with all items, a few at once, and waits until nothing runs any more. After a failure no other item is
 * begun. @throws the first failure
 */
export async function eachOf<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
  const queue = Iterator.from(items)
  let hasFailed = false
  const outcomes = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.next(); next.done !== true && !hasFailed; next = queue.next()) {
        try {
          await act(next.value)
        } catch (error) {
          hasFailed = true
          throw error
        }
      }
    }),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
