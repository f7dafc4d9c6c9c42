/** Milliseconds between two checks whether the server is reachable again. */
const LOOK_PAUSE = 3000
/** Milliseconds after which music does not resume automatically any more. */
export const RESUMES_WITHIN = 5 * 60_000

/**
 * Calls the server repeatedly until it answers; then calls back once.
 * @returns a function that stops it
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
