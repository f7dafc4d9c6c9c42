import { wavFile } from '../server/src/testing/wav-file.ts'

/*
 * A tone that rises and falls all the time. No moment sounds like those around it, so that a recording shows where
 * sound was left out, repeated or inserted.
 */

const LOWEST_HERTZ = 300
const HIGHEST_HERTZ = 3000
/** Seconds from the lowest to the highest tone. */
const RISE_SECONDS = 0.5
const LOUDNESS = 0.5
/** Cuts are only made where both sample rates, 44,100 and 48,000, have a sample. */
const STEPS_PER_SECOND = 300

/** The sample at this moment, −1 to 1. */
export function sweepAt(seconds: number): number {
  const periods = Math.floor(seconds / (2 * RISE_SECONDS))
  const within = seconds - periods * 2 * RISE_SECONDS
  const slope = (HIGHEST_HERTZ - LOWEST_HERTZ) / RISE_SECONDS
  const rise = (time: number) => LOWEST_HERTZ * time + (slope * time ** 2) / 2
  const fall = (time: number) => HIGHEST_HERTZ * time - (slope * time ** 2) / 2
  const turns = within < RISE_SECONDS ? rise(within) : rise(RISE_SECONDS) + fall(within - RISE_SECONDS)
  return LOUDNESS * Math.sin(2 * Math.PI * (2 * rise(RISE_SECONDS) * periods + turns))
}

/** The seconds at which tracks of about this length begin, and the end of the last one. */
export function sweepCuts(tracks: number, seconds: number): number[] {
  const cuts = [0]
  for (let track = 0; track < tracks; track += 1) {
    const steps = Math.round(seconds * STEPS_PER_SECOND) + ((track * 7) % 30)
    cuts.push((cuts.at(-1) ?? 0) + steps / STEPS_PER_SECOND)
  }
  return cuts
}

/** A WAV file of this part of the sweep. */
export function sweepWav(fromSeconds: number, untilSeconds: number, sampleRate: number): Buffer {
  const first = Math.round(fromSeconds * sampleRate)
  const count = Math.round(untilSeconds * sampleRate) - first
  const samples = Int16Array.from({ length: count }, (_, index) =>
    Math.round(32_767 * sweepAt((first + index) / sampleRate)),
  )
  return wavFile(samples, sampleRate)
}

/** The result for the change between two tracks. */
export interface Join {
  /** Milliseconds that were inserted since the last change, silent or repeated; negative where sound is missing. */
  addedMs: number
  /** How similar the sound beside the cut is to the sweep; 1 is identical. */
  likeness: number
  /** The compared samples of the recording; they begin after the last change. */
  from: number
  until: number
}

/** Seconds that are compared on each side of a cut, and seconds next to the cut that are not. */
const COMPARED_SECONDS = 0.08
const SPARED_SECONDS = 0.01
const BEGINNING_SECONDS = 0.2
/** Seconds by which the sound may be shifted at the beginning, within a track, and at a cut; silence is not counted. */
const BEGINNING_REACH_SECONDS = 0.1
const DRIFT_SECONDS = 0.005
const REACH_SECONDS = 0.1
/** The shift that is tried if the sound was not found nearer; less than half of the sweep's period of one second. */
const FAR_SECONDS = 0.45
const AUDIBLE = 0.01
/** The sweep itself never stays below `AUDIBLE` for this long. */
const SILENCE_SECONDS = 0.001
/** Sound that is less similar than this is not the sweep. */
const FOUND = 0.5

/** Compares a recording of the sweep with the sweep itself, at these cuts in seconds. */
export function joinsOf(recorded: Float32Array, sampleRate: number, cuts: readonly number[]): Join[] {
  const at = (seconds: number) => Math.round(seconds * sampleRate)
  const find = (second: number, guess: number, reach: number) =>
    lagOf(recorded, { first: at(second), count: at(COMPARED_SECONDS), sampleRate }, guess, at(reach))
  const nearest = (second: number, guess: number, reaches: readonly number[]) => {
    let found = { lag: guess, likeness: 0 }
    for (const reach of reaches) if (found.likeness <= FOUND) found = find(second, guess, reach)
    return found
  }
  const silenceSince = (from: number, samples: number) =>
    silentSamples(recorded, from, samples, at(SILENCE_SECONDS))
  const heard = recorded.findIndex((sample) => Math.abs(sample) > AUDIBLE)
  let { lag } = find(BEGINNING_SECONDS, heard, BEGINNING_REACH_SECONDS)
  let from = at(BEGINNING_SECONDS) + lag
  return cuts.slice(1, -1).map((cut) => {
    const begin = cut - COMPARED_SECONDS - SPARED_SECONDS
    // Silence is added to the guess, so that the sound after a silence of any length is found.
    const guess = lag + silenceSince(from, at(begin) + lag - from)
    const before = nearest(begin, guess, [DRIFT_SECONDS, REACH_SECONDS, FAR_SECONDS])
    const end = cut + SPARED_SECONDS
    const next = before.lag + silenceSince(at(begin) + before.lag, at(end) - at(begin))
    const after = nearest(end, next, [REACH_SECONDS, FAR_SECONDS])
    const join = {
      addedMs: ((after.lag - lag) / sampleRate) * 1000,
      likeness: Math.min(before.likeness, after.likeness),
      from,
      until: at(end + COMPARED_SECONDS) + after.lag,
    }
    lag = after.likeness > FOUND ? after.lag : next
    from = at(end) + lag
    return join
  })
}

/** Counts silent samples, until `others` audible samples have passed. */
function silentSamples(recorded: Float32Array, from: number, others: number, shortest: number): number {
  let silent = 0
  let run = 0
  for (let index = from; index < recorded.length && index - from - silent < others; index += 1) {
    run = Math.abs(recorded[index] ?? 0) < AUDIBLE ? run + 1 : 0
    if (run === shortest) silent += shortest
    else if (run > shortest) silent += 1
  }
  return silent
}

/** The number of samples by which the recording lags behind this part of the sweep. */
function lagOf(
  recorded: Float32Array,
  { first, count, sampleRate }: { first: number; count: number; sampleRate: number },
  guess: number,
  reach: number,
): { lag: number; likeness: number } {
  const wanted = Float32Array.from({ length: count }, (_, index) => sweepAt((first + index) / sampleRate))
  let found = { lag: guess, likeness: 0 }
  for (let lag = guess - reach; lag <= guess + reach; lag += 1) {
    const likeness = likenessOf(wanted, recorded.subarray(Math.max(0, first + lag)))
    if (likeness > found.likeness) found = { lag, likeness }
  }
  return found
}

function likenessOf(wanted: Float32Array, recorded: Float32Array): number {
  let product = 0
  let ours = 0
  let theirs = 0
  for (let index = 0; index < wanted.length; index += 1) {
    const [one = 0, other = 0] = [wanted[index], recorded[index]]
    product += one * other
    ours += one * one
    theirs += other * other
  }
  return theirs === 0 ? 0 : product / Math.sqrt(ours * theirs)
}
