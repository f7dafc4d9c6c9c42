import { expect, test } from 'vitest'
import { compareSound, pauseAfter, type TimedRecording } from './compared-sound.ts'
import { noise } from './noise.ts'

const SAMPLE_RATE = 3000
const BEGINNING = 1_000_000
const sound = (seed: number) => noise(seed, 4 * SAMPLE_RATE)

/** A recording that begins at `frame` of its audio context, and plays the sound `lateMs` milliseconds late. */
function recording(sound: Float32Array, frame: number, lateMs: number): TimedRecording {
  const late = Math.round((lateMs / 1000) * SAMPLE_RATE)
  const shifted = sound.map((_, index) => sound[index - late] ?? 0)
  const times = Array.from(
    { length: 41 },
    (_, index) => [frame / SAMPLE_RATE + index / 10, BEGINNING + index * 100] as const,
  )
  return { sampleRate: SAMPLE_RATE, blocks: [{ frame, sound: shifted }], times, latencyMs: 0 }
}

const compare = (one: TimedRecording, other: TimedRecording) =>
  compareSound(one, other, { from: BEGINNING + 700, until: BEGINNING + 3300 })

test('the distance of two players is found, whenever their recordings began', () => {
  for (const lateMs of [-300, -20, 0, 4.5, 250]) {
    const moments = compare(recording(sound(1), 12_345, 300), recording(sound(1), 999, 300 + lateMs))
    expect(moments.length).toBeGreaterThan(3)
    for (const { apartMs, audible } of moments) {
      expect(audible).toBe(2)
      expect(apartMs).toBeCloseTo(lateMs, 0)
    }
  }
})

test('players of different sounds are not together, and silence is not compared', () => {
  const [moment] = compare(recording(sound(1), 0, 0), recording(sound(2), 0, 0))
  expect(moment?.apartMs).toBe(Infinity)
  const [alone] = compare(recording(sound(1), 0, 0), recording(new Float32Array(4 * SAMPLE_RATE), 0, 0))
  expect(alone).toMatchObject({ apartMs: undefined, audible: 1 })
})

test('a player that plays a little faster is compared, too', () => {
  const there = sound(1)
  const faster = there.map(
    (_, index) => there[Math.round(2 * SAMPLE_RATE + (index - 2 * SAMPLE_RATE) * 1.02)] ?? 0,
  )
  const moments = compareSound(recording(there, 0, 0), recording(faster, 0, 0), {
    from: BEGINNING + 1900,
    until: BEGINNING + 2150,
  })
  expect(moments).toHaveLength(1)
  expect(Math.abs(moments[0]?.apartMs ?? Infinity)).toBeLessThan(2)
})

test('a pause is found when the player began it, without the latency of the recorder', () => {
  const paused = sound(1).fill(0, SAMPLE_RATE, 2 * SAMPLE_RATE)
  const later = { ...recording(paused, 12_345, 80), latencyMs: 80 }
  for (const each of [recording(paused, 12_345, 0), later]) {
    const { silentMs = Infinity, audibleMs = Infinity } = pauseAfter(each, BEGINNING + 900, 2000)
    expect(Math.abs(silentMs - 100)).toBeLessThan(10)
    expect(Math.abs(audibleMs - 1100)).toBeLessThan(20)
  }
})
