/** Milliseconds between two checks of whether the server can be reached again. */
const LOOK_PAUSE = 3000
/** Music that waits for the connection for longer than this many milliseconds does not resume by itself. */
export const RESUMES_WITHIN = 5 * 60_000

/**
 * Calls `isBack` repeatedly until the server answers; then calls `onBack` once.
 * @returns a function that stops the checks
 */
export function watchConnection(
  isBack: () => Promise<boolean>,
  onBack: () => void,
  onExpired: () => void,
): () => void {
  const until = Date.now() + RESUMES_WITHIN
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async () => {
    const answered = await isBack()
    if (isStopped) return
    if (answered) onBack()
    else if (Date.now() < until) timer = setTimeout(() => void look(), LOOK_PAUSE)
    else onExpired()
  }
  timer = setTimeout(() => void look(), LOOK_PAUSE)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
