/** Milliseconds of the measured window. */
const WINDOW = 5000
/** Shortest measured time in milliseconds for a meaningful rate. */
const SHORTEST = 500

/** Returns bytes per second over the last seconds; `now` in milliseconds. */
export function createRateMeter(): (sentBytes: number, now: number) => number | undefined {
  let samples: { sentBytes: number; at: number }[] = []
  return (sentBytes, now) => {
    const last = samples.at(-1)
    // Bytes that are sent again after a lost connection start a new measurement.
    if (last && sentBytes < last.sentBytes) samples = []
    samples.push({ sentBytes, at: now })
    const kept = samples.findIndex(({ at }) => now - at <= WINDOW)
    samples = samples.slice(Math.max(0, kept))
    const first = samples[0]
    if (!first || now - first.at < SHORTEST) return undefined
    return ((sentBytes - first.sentBytes) / (now - first.at)) * 1000
  }
}
