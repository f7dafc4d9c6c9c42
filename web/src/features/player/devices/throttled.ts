/**
 * Limits `run` to one call in `everyMs` milliseconds. The first call runs immediately; calls within the interval cause
 * one run at its end.
 */
export function throttled(everyMs: number, run: () => void): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  function next() {
    timer = undefined
    if (isDue) begin()
  }
  function begin() {
    isDue = false
    timer = setTimeout(next, everyMs)
    run()
  }
  return {
    run() {
      isDue = true
      if (timer === undefined) begin()
    },
    stop: () => clearTimeout(timer),
  }
}
