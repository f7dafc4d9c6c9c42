/** The promise resolves after this many milliseconds at the latest, because a hidden tab renders no frames. */
const FRAMES_WITHIN_MS = 500

/** Resolves when everything that was rendered so far has been painted. */
export async function nextPaint(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, FRAMES_WITHIN_MS)
  // The first frame may begin before the tasks that render; the second frame begins after them.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  await promise
  clearTimeout(timer)
}
