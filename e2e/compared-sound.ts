/* Compares two recordings of noise: how far apart are two players that play the same? */

/** A recording in blocks, and when its samples were output. */
export interface TimedRecording {
  sampleRate: number
  /** `frame`: the index of the first sample, counted from the start of the audio context. */
  blocks: readonly { frame: number; sound: Float32Array }[]
  /** Pairs of a time of the context in seconds, and the time in milliseconds since 1970 at which it was output. */
  times: readonly (readonly [number, number])[]
  /** Milliseconds for which the recording context holds samples before it outputs them. */
  latencyMs: number
}

/** What two players are heard to play at one moment. */
export interface Moment {
  /** Milliseconds since 1970. */
  at: number
  /**
   * Milliseconds by which the second player is behind the first one; Infinity if they do not play the same, or are
   * further apart than `REACH_MS`. Undefined while one of them, or both, are silent.
   */
  apartMs: number | undefined
  /** How many of the two players are audible. */
  audible: 0 | 1 | 2
}

/** Length of each compared piece in milliseconds. */
const PIECE_MS = 200
/** Default interval between the beginnings of two compared pieces, in milliseconds. */
const STEP_MS = 500
/** The largest distance that is found. */
export const REACH_MS = 600
const AUDIBLE = 0.02
/** Two pieces are different sound if their similarity is below `LIKE`, and certainly the same above `CERTAIN`. */
const LIKE = 0.5
const CERTAIN = 0.85
/**
 * The ratios of two playback rates that are tried: while the position of one player is corrected, it plays up to 2 %
 * faster or slower.
 */
const RATES = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5].map((steps) => 1 + steps * 0.004)
/** Milliseconds around a moment from which the time of its output is determined. */
const TIMED_WITHIN = 3000

/** Compares two recordings again and again between these times, in milliseconds since 1970. */
export function compareSound(
  one: TimedRecording,
  other: TimedRecording,
  { from, until, stepMs = STEP_MS }: { from: number; until: number; stepMs?: number },
): Moment[] {
  const [first, second] = [soundOf(one), soundOf(other)]
  const moments: Moment[] = []
  for (let at = from; at + PIECE_MS <= until; at += stepMs) moments.push(momentAt(first, second, at))
  return moments
}

/** Length of the pieces in which sound and silence are distinguished, in milliseconds, and the step between them. */
const SHORT_PIECE_MS = 15
const SHORT_STEP_MS = 3

/**
 * When a player is next silent after a time, and when it is audible again, in milliseconds since that time; undefined
 * if that is not so within `withinMs`. The latency of the recording context is left out, because without it the player
 * is heard earlier.
 */
export function pauseAfter(
  recording: TimedRecording,
  from: number,
  withinMs: number,
): { silentMs: number | undefined; audibleMs: number | undefined } {
  const { samples, sampleRate, indexAt } = soundOf(recording)
  const size = Math.round((sampleRate * SHORT_PIECE_MS) / 1000)
  let silentMs: number | undefined
  for (let ms = 0; ms < withinMs; ms += SHORT_STEP_MS) {
    const start = indexAt(from + ms + recording.latencyMs)
    const piece = samples.subarray(Math.max(0, start), Math.max(0, start + size))
    if (start < 0 || piece.length < size) continue
    if (silentMs === undefined) silentMs = isAudible(piece) ? undefined : ms
    else if (isAudible(piece)) return { silentMs, audibleMs: ms }
  }
  return { silentMs, audibleMs: undefined }
}

interface Sound {
  samples: Float32Array
  sampleRate: number
  /** The index of the sample that was output at this time. */
  indexAt: (at: number) => number
}

function soundOf({ sampleRate, blocks, times }: TimedRecording): Sound {
  const first = blocks[0]?.frame ?? 0
  const last = blocks.at(-1)
  const samples = new Float32Array(last ? last.frame + last.sound.length - first : 0)
  for (const { frame, sound } of blocks) samples.set(sound, frame - first)
  /** For each pair: when it was output, and the output time of the context's beginning. */
  const origins = times.map(([seconds, at]) => ({ at, origin: at - seconds * 1000 }))
  return {
    samples,
    sampleRate,
    indexAt(at) {
      const near = origins.filter((each) => Math.abs(each.at - at) < TIMED_WITHIN).map(({ origin }) => origin)
      const origin = near.toSorted((a, b) => a - b)[Math.floor(near.length / 2)]
      return origin === undefined ? -1 : Math.round(((at - origin) / 1000) * sampleRate) - first
    },
  }
}

function momentAt(one: Sound, other: Sound, at: number): Moment {
  const size = Math.round((one.sampleRate * PIECE_MS) / 1000)
  const reach = Math.round((one.sampleRate * REACH_MS) / 1000)
  const [from, to] = [one.indexAt(at), other.indexAt(at)]
  const piece = one.samples.subarray(Math.max(0, from), Math.max(0, from + size))
  const there = other.samples.subarray(Math.max(0, to), Math.max(0, to + size))
  const [isHere, isThere] = [isAudible(piece), isAudible(there)]
  if (!isHere || !isThere || piece.length < size)
    return { at, apartMs: undefined, audible: isHere || isThere ? 1 : 0 }
  let best = { lag: 0, likeness: 0 }
  for (const rate of RATES) {
    const found = bestLag(atRate(piece, rate), other.samples, { to, reach })
    if (found.likeness > best.likeness) best = found
    if (best.likeness > CERTAIN) break
  }
  const apartMs = best.likeness < LIKE ? Infinity : (best.lag / one.sampleRate) * 1000
  return { at, apartMs, audible: 2 }
}

function bestLag(piece: Float32Array, samples: Float32Array, { to, reach }: { to: number; reach: number }) {
  let best = { lag: 0, likeness: 0 }
  for (let lag = -reach; lag <= reach; lag += 1) {
    const start = to + lag
    if (start < 0 || start + piece.length > samples.length) continue
    const likeness = likenessOf(piece, samples.subarray(start, start + piece.length))
    if (likeness > best.likeness) best = { lag, likeness }
  }
  return best
}

/** The piece as it sounds at another playback rate; its middle stays where it is. */
function atRate(piece: Float32Array, rate: number): Float32Array {
  if (rate === 1) return piece
  const middle = piece.length / 2
  return piece.map((_, index) => piece[Math.round(middle + (index - middle) * rate)] ?? 0)
}

function isAudible(samples: Float32Array): boolean {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / Math.max(1, samples.length)) > AUDIBLE
}

function likenessOf(one: Float32Array, other: Float32Array): number {
  let [product, ours, theirs] = [0, 0, 0]
  for (let index = 0; index < one.length; index += 1) {
    const [here = 0, there = 0] = [one[index], other[index]]
    product += here * there
    ours += here * here
    theirs += there * there
  }
  return ours === 0 || theirs === 0 ? 0 : product / Math.sqrt(ours * theirs)
}
