import { isTorn, type Recording } from './sound-recorder.ts'
import { type Join, joinsOf } from './sweep.ts'

/** Maximum milliseconds of silence or repetition at a change that are not audible. */
const INAUDIBLE_MS = 2
/** Minimum similarity of the sound beside a change to the sweep; 1 is identical. */
const LIKE = 0.9
/**
 * Maximum number of recordings. On a busy machine the browser may have no sound to output at some changes of each one.
 */
const RECORDINGS_MAX = 5

export const isEven = ({ addedMs, likeness }: Join) => Math.abs(addedMs) <= INAUDIBLE_MS && likeness > LIKE

/** The results for the changes between tracks. */
export interface RecordedJoins {
  joins: Join[]
  recordings: number
  /** Indexes of the changes with a gap that the player has caused, because the browser had sound to output. */
  unexplained: number[]
}

/**
 * Records all changes until each of them was even in one recording. A gap is ignored, and recorded again, if the
 * browser had no sound to output at that change. Any other gap is caused by the player and ends the recordings.
 */
export async function recordedJoins(
  record: () => Promise<Recording>,
  cuts: readonly number[],
): Promise<RecordedJoins> {
  let joins: Join[] = []
  for (let recordings = 1; ; recordings += 1) {
    const recording = await record()
    const found = joinsOf(recording.samples, recording.sampleRate, cuts)
    const unexplained = found.flatMap((join, index) =>
      isEven(join) || isTorn(recording, join.from, join.until) ? [] : [index],
    )
    joins = found.map((join, index) => {
      const before = joins[index]
      return before && isEven(before) && !unexplained.includes(index) ? before : join
    })
    if (joins.every(isEven) || unexplained.length > 0 || recordings === RECORDINGS_MAX)
      return { joins, recordings, unexplained }
  }
}
