/** Ends a request that makes no progress. */
export interface StallGuard {
  /** Of the request. */
  signal: AbortSignal
  /** Something has arrived. */
  moved: () => void
  /** The request is over. */
  end: () => void
}

/** @param stalledAfter milliseconds without progress after which the request is aborted */
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
