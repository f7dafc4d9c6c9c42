import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SoundEvents } from './audio.ts'
import { createCrossfadedSound } from './crossfaded-sound.ts'
import type { Fader } from './output/fader.ts'
import { createRoutedSound } from './routed-sound.ts'
import { SilentElement } from './silent-element.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * A crossfaded sound whose two decks play with silent audio elements and record their levels, and a fake player that
 * switches to the next file at each event that allows it.
 */
function setUp() {
  const levels: string[] = []
  const heard: string[] = []
  const mixer = { isRunning: true }
  const decks: [SilentElement, SilentElement, SilentElement][] = []
  const faderOf = (deck: number): Fader => ({
    now: () => 0,
    fade: (direction, _, seconds) => void levels.push(`${deck} ${direction} ${seconds.toFixed(2)}`),
    silence: () => void levels.push(`${deck} silent`),
    open: () => void levels.push(`${deck} full`),
  })
  const note = (name: string) => () => void heard.push(name)
  const events: SoundEvents = {
    onTime: () => undefined,
    onLength: () => undefined,
    onBuffered: () => undefined,
    onPlaying: note('playing'),
    onWaiting: note('waiting'),
    onPaused: note('paused'),
    onRejected: note('rejected'),
    onJump: () => undefined,
    onNearlyEnded() {
      heard.push('nearly ended')
      if (sound.change()) sound.play()
    },
    onEnded: note('ended'),
    onFailure: note('failure'),
  }
  const sound = createCrossfadedSound({
    createDeck(deckEvents) {
      const elements: [SilentElement, SilentElement, SilentElement] = [
        new SilentElement(),
        new SilentElement(),
        new SilentElement(),
      ]
      const fader = faderOf(decks.length)
      decks.push(elements)
      return {
        sound: createRoutedSound(elements, deckEvents),
        mayFade: () => true,
        canFade: () => mixer.isRunning,
        fader: () => fader,
      }
    },
    events,
    durationSeconds: () => 100,
  })
  sound.setCrossfade(4)
  const [one, two] = decks
  if (!one || !two) throw new Error('There is no second deck')
  const [[element, behind], [beside]] = [one, two]
  /** Plays the file `a`, and loads `b` to follow it. */
  function start() {
    sound.open('a', 0)
    sound.play()
    element.sounds(100)
    sound.prepare('b')
    beside.loads(100)
    heard.length = 0
    levels.length = 0
  }
  /** Plays until the crossfade from `a` to `b` begins. */
  function fade() {
    start()
    element.runsTo(95.75)
    beside.sounds(100)
  }
  return { sound, element, behind, beside, levels, heard, mixer, start, fade }
}

test('the next file begins before the end, and both fade from the moment at which it is heard', async () => {
  const { element, beside, levels, heard, start } = setUp()
  start()
  expect(beside.src).toBe('b')
  expect(beside.paused).toBe(true)
  element.runsTo(95.5)
  expect(heard).toEqual([])
  element.runsTo(95.75)
  expect(heard).toEqual(['nearly ended'])
  expect(levels).toEqual(['1 silent'])
  expect([element.paused, beside.paused]).toEqual([false, false])
  beside.sounds(100)
  expect(levels).toEqual(['1 silent', '0 out 4.00', '1 in 4.00'])
  element.reachesItsEnd()
  await vi.advanceTimersByTimeAsync(10)
  expect(element.src).toBe('')
  expect(levels.at(-1)).toBe('1 full')
  expect(heard).toEqual(['nearly ended', 'playing'])
})

test('a file that is there late is faded in what is left', () => {
  const { element, beside, levels, heard, start } = setUp()
  start()
  beside.readyState = 1
  element.runsTo(98)
  expect(heard).toEqual([])
  beside.readyState = 4
  element.runsTo(98)
  beside.sounds(100)
  expect(levels.slice(1)).toEqual(['0 out 1.98', '1 in 1.98'])
})

test('what is not heard when the other one ends has its full level', () => {
  const { element, beside, levels, start } = setUp()
  start()
  element.runsTo(95.75)
  element.reachesItsEnd()
  beside.sounds(100)
  expect(levels).toEqual(['1 silent', '1 full', '1 full'])
  expect(beside.paused).toBe(false)
})

test('nothing begins while it is paused or seeks', () => {
  const { sound, element, heard, start } = setUp()
  start()
  sound.pause()
  sound.seek(97)
  element.runsTo(98)
  expect(heard).toEqual([])
})

test.each(['pause', 'seek', 'open', 'close', 'change'] as const)(
  'a %s ends what fades out at once',
  async (command) => {
    const { sound, element, beside, behind, levels, fade } = setUp()
    fade()
    expect(element.src).toBe('a')
    if (command === 'seek') sound.seek(50)
    else if (command === 'open') sound.open('c', 0)
    else if (command === 'change') {
      sound.setCrossfade(0)
      sound.prepare('c')
      sound.change()
    } else sound[command]()
    await vi.advanceTimersByTimeAsync(300)
    expect(element.src).toBe('')
    expect(element.paused).toBe(true)
    expect(behind.src).toBe('')
    sound.play()
    beside.sounds(100)
    expect(levels.at(-1)).toBe('1 full')
  },
)

test('the system that pauses what plays ends what fades out as well', () => {
  const { element, beside, heard, fade } = setUp()
  fade()
  beside.isPausedBySystem()
  expect(heard.at(-1)).toBe('paused')
  expect(element.src).toBe('')
})

test('a file that fails while it fades in is reported, and what fades out goes on', () => {
  const { element, beside, heard, fade } = setUp()
  fade()
  beside.breaks(3)
  expect(heard.at(-1)).toBe('failure')
  expect(element.paused).toBe(false)
})

test('a file that fails before its crossfade is opened by its player, after the end', () => {
  const { sound, element, beside, heard, start } = setUp()
  start()
  beside.breaks(2)
  expect(heard).toEqual([])
  element.runsTo(100)
  expect(heard).toEqual([])
  element.reachesItsEnd()
  expect(heard).toEqual(['ended'])
  expect(sound.change()).toBeUndefined()
})

test('what follows next is loaded once the deck is free', () => {
  const { sound, element, beside, fade } = setUp()
  fade()
  sound.prepare('c')
  expect(element.src).toBe('a')
  beside.runsTo(4.75)
  expect(element.src).toBe('c')
  expect(element.paused).toBe(true)
  element.loads(100)
  beside.runsTo(95.75)
  expect(element.paused).toBe(false)
})

test('a change by the listener does not fade', async () => {
  const { sound, element, beside, levels, start } = setUp()
  start()
  element.runsTo(30)
  expect(sound.change()).toMatchObject({ durationSeconds: 100, bufferedSeconds: 100 })
  sound.play()
  await vi.advanceTimersByTimeAsync(10)
  expect(element.src).toBe('')
  beside.sounds(100)
  expect(levels).toEqual(['1 full', '1 full'])
})

test('without a mixer one file follows the other as always', () => {
  const { element, behind, beside, heard, mixer, start } = setUp()
  start()
  mixer.isRunning = false
  element.runsTo(96)
  expect(heard).toEqual([])
  expect(behind.src).toBe('b')
  expect(beside.src).toBe('')
})

test('the choice of no crossfade moves what was loaded behind what plays, and back', () => {
  const { sound, behind, beside, start } = setUp()
  start()
  sound.setCrossfade(0)
  expect([behind.src, beside.src]).toEqual(['b', ''])
  sound.setCrossfade(2)
  expect(beside.src).toBe('b')
})

test('volume and rate hold for both, and the rate shortens what is left', () => {
  const { sound, element, beside, heard, start } = setUp()
  sound.setVolume(0.4, false)
  sound.setRate(2)
  expect([element.volume, beside.volume]).toEqual([0.4, 0.4])
  start()
  expect(beside.playbackRate).toBe(2)
  element.runsTo(91.25)
  expect(heard).toEqual([])
  element.runsTo(91.5)
  expect(heard).toEqual(['nearly ended'])
})
