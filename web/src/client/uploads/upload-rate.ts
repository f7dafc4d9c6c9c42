/** Milliseconds over which the rate is looked at. */
const WINDOW = 5000
/** Below so many milliseconds it says nothing. */
const SHORTEST = 500

/** Tells bytes per second over the last seconds; `now` in milliseconds. */
export function createRateMeter(): (sentBytes: number, now: number) => number | undefined {
  let samples: { sentBytes: number; at: number }[] = []
  return (sentBytes, now) => {
    const last = samples.at(-1)
    // What is sent once more after a broken line begins a new measurement.
    if (last && sentBytes < last.sentBytes) samples = []
    samples.push({ sentBytes, at: now })
    const kept = samples.findIndex(({ at }) => now - at <= WINDOW)
    samples = samples.slice(Math.max(0, kept))
    const first = samples[0]
    if (!first || now - first.at < SHORTEST) return undefined
    return ((sentBytes - first.sentBytes) / (now - first.at)) * 1000
  }
}
