import { expect, test } from 'vitest'
import { joinsOf, sweepAt, sweepCuts } from './sweep.ts'

/** High enough for the frequencies of the sweep. */
const SAMPLE_RATE = 12_000
const CUTS = sweepCuts(6, 1.5)

/** A part of a recording: a part of the sweep, or silence. */
type Piece = { from: number; until: number } | { silent: number }

/** A recording that begins and ends with silence. */
function recording(...pieces: readonly Piece[]): Float32Array {
  const samples = [{ silent: 0.4 }, ...pieces, { silent: 0.4 }].flatMap((piece) => {
    if ('silent' in piece) return Array.from({ length: Math.round(piece.silent * SAMPLE_RATE) }, () => 0)
    const first = Math.round(piece.from * SAMPLE_RATE)
    const count = Math.round(piece.until * SAMPLE_RATE) - first
    return Array.from({ length: count }, (_, index) => sweepAt((first + index) / SAMPLE_RATE))
  })
  return Float32Array.from(samples)
}

const END = CUTS.at(-1) ?? 0
const [, , CUT = 0] = CUTS

/**
 * The added milliseconds at each change, rounded to hundredths; undefined where the sound is not the one of the sweep.
 */
const judged = (...pieces: readonly Piece[]) =>
  joinsOf(recording(...pieces), SAMPLE_RATE, CUTS).map(({ addedMs, likeness }) =>
    likeness > 0.9 ? Math.round(addedMs * 100) / 100 + 0 : undefined,
  )

test('a recording without holes has nothing too much and nothing too little', () => {
  expect(judged({ from: 0, until: END })).toEqual([0, 0, 0, 0, 0])
})

test.each([0.003, 0.05, 0.3, 0.98, 1, 2.5])(
  '%d s of silence count at their change alone, whether they lie at it or in the track before it',
  (silent) => {
    const added = Math.round(silent * SAMPLE_RATE) / (SAMPLE_RATE / 1000)
    const expected = [0, expect.closeTo(added, 1), 0, 0, 0]
    expect(judged({ from: 0, until: CUT }, { silent }, { from: CUT, until: END })).toEqual(expected)
    const within = CUT - 0.7
    expect(judged({ from: 0, until: within }, { silent }, { from: within, until: END })).toEqual(expected)
  },
)

test('several holes in one track count as one', () => {
  const [one, other] = [CUT - 1, CUT - 0.5]
  const pieces = [
    { from: 0, until: one },
    { silent: 0.4 },
    { from: one, until: other },
    { silent: 0.7 },
    { from: other, until: END },
  ]
  expect(judged(...pieces)).toEqual([0, expect.closeTo(1100, 1), 0, 0, 0])
})

test('what is repeated is too much, what is left out is too little', () => {
  expect(judged({ from: 0, until: CUT }, { from: CUT - 0.03, until: END })).toEqual([0, 30, 0, 0, 0])
  expect(judged({ from: 0, until: CUT }, { from: CUT - 0.3, until: END })).toEqual([0, 300, 0, 0, 0])
  expect(judged({ from: 0, until: CUT }, { from: CUT + 0.008, until: END })).toEqual([0, -8, 0, 0, 0])
})

test('a hole in what is compared spoils this change, and none of the others', () => {
  for (const at of [CUT - 0.05, CUT + 0.05]) {
    const [first, second, ...others] = judged(
      { from: 0, until: at },
      { silent: 0.6 },
      { from: at, until: END },
    )
    expect([first, ...others.slice(1)]).toEqual([0, 0, 0])
    expect([second, others[0]]).not.toEqual([0, 0])
  }
})

test('another sound in place of the sweep is not taken for it', () => {
  const sound = recording({ from: 0, until: END })
  const noise = sound.map((_, index) => Math.sin(index * index) / 2)
  const from = Math.round((0.4 + CUT - 0.2) * SAMPLE_RATE)
  sound.set(noise.subarray(from, from + 0.4 * SAMPLE_RATE), from)
  const [first, second, ...others] = joinsOf(sound, SAMPLE_RATE, CUTS)
  expect(second?.likeness).toBeLessThan(0.9)
  expect([first, ...others].every((join) => join !== undefined && join.likeness > 0.99)).toBe(true)
})
