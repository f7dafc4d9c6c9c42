import { isTorn, type Recording } from './sound-recorder.ts'
import { type Join, joinsOf } from './sweep.ts'

/** Silence or repetition at a change that is not audible. */
const INAUDIBLE_MS = 2
/** How like the sweep the sound beside a change must be. */
const LIKE = 0.9
/** On a busy machine the browser may have no sound to put out at several changes of each recording. */
const RECORDINGS_MAX = 5

export const isEven = ({ addedMs, likeness }: Join) => Math.abs(addedMs) <= INAUDIBLE_MS && likeness > LIKE

/** What each change between two tracks is like. */
export interface RecordedJoins {
  joins: Join[]
  recordings: number
  /** The numbers of the changes, from 0, whose gap the browser does not explain: it is one of the player. */
  unexplained: number[]
}

/**
 * Judges each change by a recording in which the browser had sound to put out there, and records again where it had
 * none. A gap that it does not explain counts, also if it comes only once.
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
