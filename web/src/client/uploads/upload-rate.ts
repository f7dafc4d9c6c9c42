/** The rate is measured over this many milliseconds. */
const WINDOW = 5000
/** The rate is not measured over less than this many milliseconds, because it would not be meaningful. */
const SHORTEST = 500

/**
 * Creates a function that returns the bytes per second over the last seconds; undefined until the rate can be measured.
 * `now` is in milliseconds.
 */
export function createRateMeter(): (sentBytes: number, now: number) => number | undefined {
  let samples: { sentBytes: number; at: number }[] = []
  return (sentBytes, now) => {
    const last = samples.at(-1)
    // After a lost connection some bytes are sent again. Then the measurement starts anew.
    if (last && sentBytes < last.sentBytes) samples = []
    samples.push({ sentBytes, at: now })
    const kept = samples.findIndex(({ at }) => now - at <= WINDOW)
    samples = samples.slice(Math.max(0, kept))
    const first = samples[0]
    if (!first || now - first.at < SHORTEST) return undefined
    return ((sentBytes - first.sentBytes) / (now - first.at)) * 1000
  }
}
