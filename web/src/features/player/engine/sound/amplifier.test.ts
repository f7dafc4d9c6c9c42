import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SilentElement } from './silent-element.ts'
import { createAmplifier } from './output/amplifier.ts'
import type { Channel } from './output/mixer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A silent audio element, and a fake Web Audio mixer that records the commands it receives. */
function setUp({ isRunning = true, isAlways = false } = {}) {
  const element = new SilentElement()
  const commands: string[] = []
  /** `ahead`: by how many seconds the mixer's clock is ahead of the element's playback position. */
  const mixer = { isRunning, ahead: 0 }
  const channel: Channel = {
    now: () => mixer.ahead + element.currentTime,
    latencySeconds: () => 0.04,
    setGain: (gain, isSudden) => void commands.push(`${isSudden ? 'at once' : 'smoothly'} ${gain}`),
    stepAt: (before, gain, at) => void commands.push(`${before} to ${gain} at ${at.toFixed(2)}`),
  }
  const listeners: (() => void)[] = []
  const amplifier = createAmplifier(element, {
    connect: () => (mixer.isRunning ? channel : undefined),
    onRunning: (listener) => void listeners.push(listener),
    isAlways: () => isAlways,
  })
  function run() {
    mixer.isRunning = true
    listeners.forEach((listener) => listener())
  }
  function start() {
    element.readyState = 4
    void element.play()
    element.sounds(100)
  }
  return { element, amplifier, commands, run, start, mixer }
}

test('without a mixer the volume stands in, up to what an element can', () => {
  const element = new SilentElement()
  const amplifier = createAmplifier(element)
  amplifier.setVolume(0.8, false)
  amplifier.setGain(0.5)
  expect(element.volume).toBeCloseTo(0.4)
  amplifier.setGain(4)
  expect(element.volume).toBe(1)
  amplifier.setGain(undefined)
  expect(element.volume).toBe(1)
  amplifier.setVolume(0.1, true)
  expect([element.volume, element.muted]).toEqual([0.4, true])
})

test('the mixer takes over when it runs, and only where something is to be changed', () => {
  const { element, amplifier, commands, run } = setUp({ isRunning: false })
  amplifier.setVolume(0.8, false)
  run()
  expect(commands).toEqual([])
  amplifier.setGain(0.5)
  expect(commands).toEqual(['at once 0.5'])
  expect(element.volume).toBe(0.8)
})

test('a gain that becomes known while the track is heard changes smoothly', () => {
  const { amplifier, commands, start } = setUp()
  start()
  amplifier.setGain(0.5)
  amplifier.setGain(0.5)
  expect(commands).toEqual(['smoothly 0.5'])
})

test('the next track has its gain from its first second, which the mixer knows in advance', () => {
  const { element, amplifier, commands, start } = setUp()
  start()
  amplifier.setGain(0.5)
  commands.length = 0
  amplifier.expectGain({ gain: 2, atSeconds: 10 })
  element.runsTo(4)
  expect(commands).toEqual(['0.5 to 2 at 10.00'])
  element.runsTo(10)
  amplifier.setGain(2)
  amplifier.expectGain(undefined)
  expect(commands).toEqual(['0.5 to 2 at 10.00'])
})

test('a seek and a pause take the step back until it plays again', () => {
  const { element, amplifier, commands, start, mixer } = setUp()
  start()
  amplifier.setGain(0.5)
  amplifier.expectGain({ gain: 2, atSeconds: 10 })
  element.runsTo(4)
  commands.length = 0
  mixer.ahead = -4
  element.currentTime = 8
  expect(commands).toEqual(['at once 0.5', '0.5 to 2 at 6.00'])
  element.isPausedBySystem()
  expect(commands.at(-1)).toBe('at once 0.5')
  mixer.ahead = 60
  start()
  expect(commands.at(-1)).toBe('0.5 to 2 at 70.00')
})

test('tracks of the same gain follow one another without a step', () => {
  const { element, amplifier, commands, start } = setUp()
  start()
  amplifier.setGain(0.5)
  commands.length = 0
  amplifier.expectGain({ gain: 0.5, atSeconds: 10 })
  element.runsTo(10)
  expect(commands).toEqual([])
})

test('where tracks are faded an element is put behind the mixer although its gain is 1', () => {
  const { element, amplifier, commands, run } = setUp({ isRunning: false, isAlways: true })
  amplifier.setVolume(0.8, false)
  expect(amplifier.mix()).toBe(false)
  run()
  expect(commands).toEqual(['at once 1'])
  expect(amplifier.mix()).toBe(true)
  expect(element.volume).toBe(0.8)
})
