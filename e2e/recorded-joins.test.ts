import { expect, test } from 'vitest'
import { recordedJoins } from './recorded-joins.ts'
import type { Recording } from './sound-recorder.ts'
import { sweepAt, sweepCuts } from './sweep.ts'

/** High enough for the frequencies of the sweep. */
const SAMPLE_RATE = 12_000
const CUTS = sweepCuts(6, 1.5)
const SILENT_MS = 26

/** Why the sound has a hole: the reference has one, too; an element waited for decoded sound; or no known reason. */
type Explanation = 'reference' | 'waiting' | 'nothing'

/** A recording with a hole at each of these changes. */
function recording(holes: Record<number, Explanation> = {}): Recording {
  const sound = CUTS.slice(1).flatMap((until, track) => {
    const first = Math.round((CUTS[track] ?? 0) * SAMPLE_RATE)
    const count = Math.round(until * SAMPLE_RATE) - first
    const tones = Array.from({ length: count }, (_, index) => sweepAt((first + index) / SAMPLE_RATE))
    return silence(track - 1 in holes ? SILENT_MS : 0).concat(tones)
  })
  const samples = Float32Array.from([...silence(400), ...sound, ...silence(400)])
  const at = (change: string) => Math.round((0.4 + (CUTS[Number(change) + 1] ?? 0)) * SAMPLE_RATE)
  const explainedBy = (wanted: Explanation) =>
    Object.entries(holes).flatMap(([change, explanation]) => (explanation === wanted ? [at(change)] : []))
  const steady = Array.from({ length: Math.ceil(samples.length / 128) }, () => '1')
  for (const sample of explainedBy('reference')) steady[Math.floor(sample / 128)] = '0'
  return { samples, sampleRate: SAMPLE_RATE, steady: steady.join(''), starved: explainedBy('waiting') }
}

const silence = (milliseconds: number) => Array.from({ length: (milliseconds * SAMPLE_RATE) / 1000 }, () => 0)

/** The result of `recordedJoins` for these recordings, which it gets one after the other. */
async function judged(...given: readonly Recording[]) {
  const left = [...given]
  const next = async () => left.shift() ?? recording()
  const { joins, ...about } = await recordedJoins(next, CUTS)
  return { ...about, addedMs: joins.map(({ addedMs }) => Math.round(addedMs) + 0) }
}

const EVEN = [0, 0, 0, 0, 0]

test('an even recording is enough', async () => {
  expect(await judged(recording())).toEqual({ addedMs: EVEN, recordings: 1, unexplained: [] })
})

test.each(['reference', 'waiting'] as const)(
  'a hole that the browser explains (%s) is recorded again',
  async (why) => {
    const first = recording({ 1: why })
    expect(await judged(first)).toEqual({ addedMs: EVEN, recordings: 2, unexplained: [] })
  },
)

test('each change may be even in another recording', async () => {
  const recordings = [recording({ 0: 'waiting', 3: 'reference' }), recording({ 1: 'waiting', 4: 'waiting' })]
  expect(await judged(...recordings)).toEqual({ addedMs: EVEN, recordings: 2, unexplained: [] })
})

test('a hole that nothing explains counts, also if it comes only once', async () => {
  const once = recording({ 3: 'nothing' })
  const addedMs = [0, 0, 0, SILENT_MS, 0]
  expect(await judged(once)).toEqual({ addedMs, recordings: 1, unexplained: [3] })
  const second = [recording({ 0: 'waiting' }), once]
  expect(await judged(...second)).toEqual({ addedMs, recordings: 2, unexplained: [3] })
})

test('a change that is never even stays uneven', async () => {
  const always = Array.from({ length: 9 }, () => recording({ 2: 'reference' }))
  const addedMs = [0, 0, SILENT_MS, 0, 0]
  expect(await judged(...always)).toEqual({ addedMs, recordings: 5, unexplained: [] })
})
