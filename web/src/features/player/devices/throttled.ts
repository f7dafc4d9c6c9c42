/** Runs at once, and then at most once in `everyMs`. A call within that time is run at its end. */
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
