/*
 * Estimates the server's clock from exchanges of messages, in the manner of NTP (RFC 5905 §8 and §10). All times are in
 * milliseconds. "Local" is a monotonic clock of this browser; its speed may differ slightly from that of the server's
 * clock.
 */

/** One exchange: the local times of sending and arrival, and the server's times of receipt and reply. */
export interface Exchange {
  sentAt: number
  receivedAt: number
  repliedAt: number
  arrivedAt: number
}

/** The result of an exchange: the server's clock minus the local one at a local time, with the maximum error. */
interface Sample {
  at: number
  offset: number
  /** Milliseconds that both messages of the exchange travelled. `offset` is wrong by at most half of `delay`. */
  delay: number
}

export interface ClockEstimate {
  /** The newest samples, oldest first. */
  samples: readonly Sample[]
  /** The sample on which the estimate is based. */
  best: Sample
  /** Milliseconds that the server's clock gains in one local millisecond. */
  skew: number
}

/** Number of samples that are kept: a burst and the ten minutes after it. */
const SAMPLES_MAX = 48
/** The error of a sample grows by this share of its age: the assumed maximum difference in speed between two clocks. */
const WANDER = 50e-6
/** The maximum of a calculated difference in speed between two clocks. */
const SKEW_MAX = 300e-6
/** Minimum number of milliseconds between the two samples from which the difference in speed is calculated. */
const SKEW_SPAN = 40_000
/** A calculated difference in speed is not used if its possible error exceeds this. */
const SKEW_ERROR_MAX = 20e-6
/** Milliseconds by which a sample may contradict the estimate. Beyond that, a clock is assumed to have been set. */
const CONTRADICTION = 20

function sampleOf({ sentAt, receivedAt, repliedAt, arrivedAt }: Exchange): Sample {
  return {
    at: (sentAt + arrivedAt) / 2,
    offset: (receivedAt - sentAt + (repliedAt - arrivedAt)) / 2,
    delay: Math.max(0, arrivedAt - sentAt - (repliedAt - receivedAt)),
  }
}

/** The offset of the server's clock to the local one, at this local time. */
export function offsetAt({ best, skew }: ClockEstimate, local: number): number {
  return best.offset + skew * (local - best.at)
}

/** The estimate after another exchange. */
export function estimateAfter(before: ClockEstimate | undefined, exchange: Exchange): ClockEstimate {
  const sample = sampleOf(exchange)
  if (!before || contradicts(before, sample)) return { samples: [sample], best: sample, skew: 0 }
  const samples = [...before.samples, sample].slice(-SAMPLES_MAX)
  const skew = skewOf(samples) ?? before.skew
  return { samples, best: mostAccurate(samples, sample.at), skew }
}

/**
 * Whether the sample cannot be explained by delays: one of the clocks was set, or the local one has stood still while
 * the computer was asleep. In this case all earlier samples are invalid.
 */
function contradicts(estimate: ClockEstimate, sample: Sample): boolean {
  const { best } = estimate
  const wrongBy = Math.abs(sample.offset - offsetAt(estimate, sample.at))
  const age = Math.abs(sample.at - best.at)
  return wrongBy > (sample.delay + best.delay) / 2 + age * SKEW_MAX + CONTRADICTION
}

/** The sample with the smallest possible error, which grows with the delay and the age of a sample. */
function mostAccurate(samples: readonly Sample[], now: number): Sample {
  const errorOf = ({ at, delay }: Sample) => delay / 2 + (now - at) * WANDER
  return samples.reduce((best, each) => (errorOf(each) <= errorOf(best) ? each : best))
}

/**
 * How much faster the server's clock runs, from the samples with the least delay in the older and in the newer half;
 * undefined while that cannot be said accurately.
 */
function skewOf(samples: readonly Sample[]): number | undefined {
  const least = Math.min(...samples.map(({ delay }) => delay))
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return undefined
  const middle = (first.at + last.at) / 2
  const older = quickest(samples.filter(({ at }) => at < middle))
  const newer = quickest(samples.filter(({ at }) => at >= middle))
  if (!older || !newer || newer.at - older.at < SKEW_SPAN) return undefined
  const span = newer.at - older.at
  // The least delay is common to both samples, so it cancels out and adds no error.
  const error = (older.delay - least + (newer.delay - least)) / 2 / span
  if (error > SKEW_ERROR_MAX) return undefined
  return Math.min(SKEW_MAX, Math.max(-SKEW_MAX, (newer.offset - older.offset) / span))
}

function quickest(samples: readonly Sample[]): Sample | undefined {
  const least = Math.min(...samples.map(({ delay }) => delay))
  return samples.find(({ delay }) => delay === least)
}
