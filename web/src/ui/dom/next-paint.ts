/** Timeout in milliseconds, because a tab that is not visible has no frames. */
const FRAMES_WITHIN_MS = 500

/** Resolves when pending renders are on screen. */
export async function nextPaint(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, FRAMES_WITHIN_MS)
  // The first frame may begin before the tasks that render; the second one follows them.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  await promise
  clearTimeout(timer)
}
