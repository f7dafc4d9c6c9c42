import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSound, type AudioElements } from './audio.ts'
import { SilentElement } from './silent-element.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SECONDS = 10
/** Milliseconds between two positions of the element that plays. */
const STEP_MS = 2

/**
 * A sound that plays one file after another. `startsWithin` is how long each element takes from the call of `play` until
 * it is audible, in milliseconds.
 */
function playlist(startsWithin: () => number) {
  const elements = [new SilentElement(), new SilentElement(), new SilentElement()] as const
  const silent = (): void => undefined
  const sound = createSound(elements satisfies AudioElements, {
    onTime: silent,
    onLength: silent,
    onBuffered: silent,
    onPlaying: silent,
    onWaiting: silent,
    onPaused: silent,
    onRejected: silent,
    onJump: silent,
    onNearlyEnded: () => change(),
    onEnded: silent,
    onFailure: silent,
  })
  let file = 0
  let playing: SilentElement = elements[0]
  /** The time at which the file that plays began. */
  let began = 0
  let gap = 0

  const elementOf = (address: string) => {
    const found = elements.find(({ src }) => src === address)
    if (!found) throw new Error(`No element holds ${address}`)
    return found
  }
  const prepareNext = () => {
    sound.prepare(`/${file + 1}`)
    elementOf(`/${file + 1}`).loads(SECONDS)
  }
  function change() {
    const endsAt = began + SECONDS * 1000
    sound.change()
    sound.play()
    file += 1
    playing = elementOf(`/${file}`)
    began = performance.now() + startsWithin()
    gap = began - endsAt
    prepareNext()
  }

  sound.open('/0', 0)
  playing.loads(SECONDS)
  sound.play()
  began = performance.now()
  prepareNext()
  return {
    elements,
    playing: () => playing,
    /** Plays until the next file has begun. @returns the milliseconds of silence between both, negative for an overlap */
    gapAtNext: (seconds = SECONDS + 5): number => {
      const before = file
      for (let passed = 0; passed < seconds * 1000; passed += STEP_MS) {
        if (file > before && performance.now() > began + 1000) break
        const at = (performance.now() - began) / 1000
        if (at > 0) playing.plays(Math.min(SECONDS, at))
        vi.advanceTimersByTime(STEP_MS)
      }
      expect(file).toBe(before + 1)
      return gap
    },
  }
}

test('an element that starts slowly is started earlier the next time, so that no silence remains', () => {
  const { gapAtNext } = playlist(() => 60)
  expect(gapAtNext()).toBeGreaterThan(40)
  for (let round = 0; round < 5; round += 1) gapAtNext()
  expect(Math.abs(gapAtNext())).toBeLessThan(3)
})

test('an element that starts at once is started later the next time, so that files do not overlap', () => {
  const { gapAtNext } = playlist(() => 0)
  expect(gapAtNext()).toBeLessThan(-10)
  for (let round = 0; round < 5; round += 1) gapAtNext()
  expect(Math.abs(gapAtNext())).toBeLessThan(3)
})

test('a single delay of a second, as by missing data, changes nothing', () => {
  let late = 20
  const { gapAtNext } = playlist(() => late)
  for (let round = 0; round < 6; round += 1) gapAtNext()
  late = 1000
  gapAtNext()
  late = 20
  expect(Math.abs(gapAtNext())).toBeLessThan(3)
})
