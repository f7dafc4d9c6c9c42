/**
 * The length of the window in which a client must send at least `LEAST_BYTES`. See docs/security-requirements.md I-04.
 */
const WINDOW_MS = 60_000
const LEAST_BYTES = 60 * 16 * 1024
const LOOKS = 12

export interface UploadRateMonitor {
  count(bytes: number): void
  stop(): void
}

/** Watches the rate of an upload. Calls `onTooSlow` once when a whole window had too few bytes. */
export function monitorUploadRate(onTooSlow: () => void): UploadRateMonitor {
  const past: number[] = []
  let current = 0
  const timer = setInterval(() => {
    past.push(current)
    current = 0
    if (past.length < LOOKS) return
    if (past.reduce((sum, bytes) => sum + bytes) < LEAST_BYTES) {
      clearInterval(timer)
      onTooSlow()
    }
    past.shift()
  }, WINDOW_MS / LOOKS).unref()
  return {
    count: (bytes) => {
      current += bytes
    },
    stop: () => clearInterval(timer),
  }
}
