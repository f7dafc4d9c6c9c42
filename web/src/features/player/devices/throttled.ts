/** Runs at once and then at most so often, the last time always. */
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
