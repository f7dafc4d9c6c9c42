/**
 * Milliseconds until a failed request of a chunk is repeated; each further pause is twice as long, up to
 * `LONGEST_PAUSE`.
 */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 60_000

interface Handlers<T> {
  /** Called at most once. */
  onLoaded: (chunk: T) => void
  /** Whether a failed request is repeated; by default it is. */
  mayRepeat?: (error: unknown) => boolean
}

/**
 * Requests a chunk of code until it is loaded: again after pauses, and when the connection is restored.
 * @returns a function that ends this; it does nothing after the chunk is loaded
 */
export function requestChunk<T>(
  load: () => Promise<T>,
  { onLoaded, mayRepeat = () => true }: Handlers<T>,
): () => void {
  const over = new AbortController()
  let pause = FIRST_PAUSE
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    over.abort()
    clearTimeout(timer)
  }
  const request = () => {
    clearTimeout(timer)
    load().then(
      (chunk) => {
        if (over.signal.aborted) return
        end()
        onLoaded(chunk)
      },
      (error: unknown) => {
        if (over.signal.aborted) return
        if (!mayRepeat(error)) return end()
        clearTimeout(timer)
        timer = setTimeout(request, pause)
        pause = Math.min(2 * pause, LONGEST_PAUSE)
      },
    )
  }
  addEventListener('online', request, { signal: over.signal })
  request()
  return end
}
