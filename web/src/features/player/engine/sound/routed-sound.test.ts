import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SoundEvents } from './audio.ts'
import type { TimelineHandlers, TimelineSound } from './timeline.ts'
import { createRoutedSound } from './routed-sound.ts'
import { SilentElement } from './silent-element.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * A routed sound whose two parts, elements and timeline, record their commands; the test causes their events and
 * failures.
 */
async function setUp({ isGapless = true } = {}) {
  const commands: string[] = []
  const heard: string[] = []
  const note = (name: string) => () => void heard.push(name)
  const events: SoundEvents = {
    onTime: note('time'),
    onLength: note('length'),
    onBuffered: note('buffered'),
    onPlaying: note('playing'),
    onWaiting: note('waiting'),
    onPaused: note('paused'),
    onRejected: note('rejected'),
    onJump: note('jump'),
    onNearlyEnded: note('nearly ended'),
    onEnded: note('ended'),
    onFailure: note('failure'),
  }
  const command =
    (name: string) =>
    (...values: unknown[]) =>
      void commands.push([name, ...values].join(' '))
  const loaded = { durationSeconds: 100, bufferedSeconds: 5 }
  const timeline: TimelineSound = {
    open: command('open'),
    play: command('play'),
    pause: command('pause'),
    seek: command('seek'),
    setVolume: command('volume'),
    setGains: (gainOf) => void commands.push(`gain ${gainOf('/stream/a.mp3') ?? '?'}`),
    setRate: command('rate'),
    audibleSeconds: () => undefined,
    prepare: command('prepare'),
    unprepare: command('unprepare'),
    ready: command('ready'),
    change() {
      commands.push('change')
      return loaded
    },
    canPlay: () => true,
    isAtEnd: () => true,
    loaded: () => loaded,
    close: command('close'),
  }
  let handlers: TimelineHandlers | undefined
  const [element, spare, ready] = [new SilentElement(), new SilentElement(), new SilentElement()]
  const sound = createRoutedSound([element, spare, ready], events, (_, given) => {
    handlers = given
    return Promise.resolve(isGapless ? timeline : undefined)
  })
  await vi.advanceTimersByTimeAsync(0)
  if (!handlers) throw new Error('It was not loaded')
  commands.length = 0
  return { sound, commands, heard, element, spare, handlers }
}

test('what can be joined plays on the timeline, and what follows is appended there', async () => {
  const { sound, commands, element } = await setUp()
  sound.open('/stream/a.mp3?token=1', 3)
  sound.play()
  sound.prepare('/stream/b.flac')
  expect(sound.change()).toEqual({ durationSeconds: 100, bufferedSeconds: 5 })
  expect(commands).toEqual(['open /stream/a.mp3?token=1 3', 'play', 'prepare /stream/b.flac', 'change'])
  expect(element.src).toBe('')
})

test('what the server encodes is joined as well, but for mp3, whose length it does not state', async () => {
  const { sound, commands, element } = await setUp()
  sound.open('/api/quality/a.wav?kbps=96&codec=opus', 3)
  sound.prepare('/api/quality/b.wav?kbps=96&codec=aac&token=1')
  expect(commands).toEqual([
    'open /api/quality/a.wav?kbps=96&codec=opus 3',
    'prepare /api/quality/b.wav?kbps=96&codec=aac&token=1',
  ])
  sound.open('/api/quality/c.wav?kbps=96&codec=mp3', 0)
  expect(element.src).toBe('/api/quality/c.wav?kbps=96&codec=mp3')
})

test('without a timeline every file has an element', async () => {
  const { sound, commands, element, spare } = await setUp({ isGapless: false })
  sound.open('/stream/a.mp3', 0)
  sound.prepare('/stream/b.mp3')
  expect([element.src, spare.src]).toEqual(['/stream/a.mp3', '/stream/b.mp3'])
  expect(commands).toEqual([])
})

test('the rate reaches the timeline, the elements and the files that they open later', async () => {
  const { sound, commands, element, spare } = await setUp()
  sound.setRate(1.5)
  expect(commands).toContain('rate 1.5')
  sound.open('/stream/a.wav', 0)
  element.load()
  expect([element.playbackRate, spare.playbackRate]).toEqual([1.5, 1.5])
})

test('other formats follow with an element, and the timeline lets its last samples be heard', async () => {
  const { sound, commands, element, spare, handlers } = await setUp()
  sound.open('/stream/a.mp3', 0)
  sound.prepare('/stream/b.wav')
  expect(spare.src).toBe('/stream/b.wav')
  expect(handlers.canBeFollowed()).toBe(false)
  spare.loads(100)
  expect(handlers.canBeFollowed()).toBe(true)
  commands.length = 0
  sound.change()
  sound.play()
  expect(spare.paused).toBe(false)
  expect(commands).toEqual([])
  vi.advanceTimersByTime(300)
  expect(commands).toEqual(['close'])
  expect(element.src).toBe('')
})

test('after an element the timeline goes on, loaded ahead without a sound', async () => {
  const { sound, commands, heard, element } = await setUp()
  sound.open('/stream/a.wav', 0)
  sound.play()
  element.sounds(100)
  sound.prepare('/stream/b.mp3')
  expect(commands).toEqual(['close', 'open /stream/b.mp3 0'])
  element.runsTo(99.75)
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).not.toContain('nearly ended')
  element.runsTo(100)
  expect(heard.at(-1)).toBe('nearly ended')
  expect(sound.change()).toEqual({ durationSeconds: 100, bufferedSeconds: 5 })
  sound.play()
  expect(commands.at(-1)).toBe('play')
  vi.advanceTimersByTime(300)
  expect(element.src).toBe('')
})

test('what fails on the timeline goes on with an element at the same second, and so does what follows', async () => {
  const { sound, commands, element, spare, handlers } = await setUp()
  sound.open('/stream/a.mp3?token=1', 0)
  sound.play()
  sound.prepare('/stream/b.mp3')
  handlers.onUnsuitable('/stream/a.mp3?token=1', { positionSeconds: 42, wasPlaying: true })
  expect(element.src).toBe('/stream/a.mp3?token=1')
  expect(element.currentTime).toBe(42)
  expect(element.paused).toBe(false)
  expect(spare.src).toBe('/stream/b.mp3')
  vi.advanceTimersByTime(300)
  expect(commands.at(-1)).toBe('close')
  // A file that is unsuitable for the timeline stays so, also when its URL has a new ticket.
  sound.open('/stream/a.mp3?token=2', 0)
  expect(element.src).toBe('/stream/a.mp3?token=2')
})

test('what fails while it is paused stays paused', async () => {
  const { sound, element, handlers } = await setUp()
  sound.open('/stream/a.mp3', 0)
  handlers.onUnsuitable('/stream/a.mp3', { positionSeconds: 0, wasPlaying: false })
  expect(element.src).toBe('/stream/a.mp3')
  expect(element.paused).toBe(true)
})

test('a following file that fails gets an element, and what plays is not touched', async () => {
  const { sound, commands, element, spare, handlers } = await setUp()
  sound.open('/stream/a.mp3', 0)
  sound.prepare('/stream/b.m4a')
  commands.length = 0
  handlers.onNextUnsuitable('/stream/b.m4a')
  expect(spare.src).toBe('/stream/b.m4a')
  expect(element.src).toBe('')
  expect(commands).toEqual([])
})

test('events of what does not play are not heard', async () => {
  const { sound, heard, element, handlers } = await setUp()
  sound.open('/stream/a.wav', 0)
  handlers.events.onEnded()
  expect(heard).toEqual([])
  element.reachesItsEnd()
  expect(heard).toEqual(['ended'])
  sound.open('/stream/a.mp3', 0)
  element.reachesItsEnd()
  handlers.events.onPlaying()
  expect(heard).toEqual(['ended', 'playing'])
})
