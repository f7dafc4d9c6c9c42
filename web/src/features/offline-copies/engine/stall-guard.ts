/** Aborts a request that makes no progress for some time. */
export interface StallGuard {
  /** Pass this signal to the request. */
  signal: AbortSignal
  /** Call this when data has arrived. */
  moved: () => void
  /** Call this when the request has ended. */
  end: () => void
}

/** @param stalledAfter - milliseconds without progress after which the request is aborted */
export function createStallGuard(stalledAfter: number): StallGuard {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => controller.abort(new DOMException('The request has stalled', 'TimeoutError')),
      stalledAfter,
    )
  }
  moved()
  return { signal: controller.signal, moved, end: () => clearTimeout(timer) }
}
