import { describe, expect, test } from 'vitest'
import { videoAfter, type VideoEvent } from './video-machine.ts'
import { unopened, type VideoState } from './video-state.ts'

const buffered: TimeRanges = { length: 0, start: () => 0, end: () => 0 }
const at = (currentTime: number) => ({ type: 'looked', currentTime, duration: 60, buffered }) as const
const attached = { type: 'attached' } as const
const opened = { type: 'opened', hasPicture: true } as const
const play = { type: 'play' } as const
const playing = { type: 'playing' } as const
const failed = (code: number, isOpen = true) => ({ type: 'failed', code, isOpen }) as const
const [ABORTED, NETWORK, DECODE, UNSUPPORTED] = [1, 2, 3, 4] as const

const first = unopened({ durationSeconds: 50, firstVolume: 0.8, startSeconds: 12 })
const after = (events: readonly VideoEvent[], from = first) =>
  events.reduce<VideoState>((state, event) => videoAfter(state, event).state, from)
const effectsOf = (state: VideoState, event: VideoEvent) => videoAfter(state, event).effects
const watched = after([attached, opened, at(12), play, playing, at(30)])

describe('a video', () => {
  test('is requested, continues at its stored position, and takes its duration from the file', () => {
    expect(effectsOf(first, attached)).toEqual([
      { type: 'startAutoplay' },
      { type: 'request', isFresh: false, playsThen: false },
    ])
    const waiting = after([attached, at(0)])
    expect(waiting).toMatchObject({ status: 'loading', positionSeconds: 12, durationSeconds: 60 })
    expect(effectsOf(waiting, opened)).toEqual([{ type: 'seekTo', seconds: 12 }, { type: 'look' }])
    expect(after([opened, at(13)], waiting)).toMatchObject({ status: 'ready', positionSeconds: 13 })
  })

  test('without a URL does not play, and shows an error', () => {
    expect(after([attached, { type: 'noAddress' }])).toMatchObject({
      status: 'failed',
      problem: 'Ungültige Video URL',
    })
    expect(effectsOf(first, { type: 'noAddress' })).toContainEqual({ type: 'cancelAutoplay' })
  })

  test('stores its position whenever it stops', () => {
    expect(watched).toMatchObject({ isPlaying: true, positionSeconds: 30 })
    expect(effectsOf(watched, { type: 'stopped' })).toEqual([{ type: 'look' }, { type: 'savePosition' }])
    expect(after([{ type: 'waiting' }, { type: 'stopped' }], watched)).toMatchObject({
      isPlaying: false,
      isWaiting: false,
    })
  })

  test('does not start automatically after the viewer has used a control', () => {
    expect(effectsOf(first, { type: 'toggle', isPaused: true })).toEqual([
      { type: 'cancelAutoplay' },
      { type: 'play' },
    ])
    expect(effectsOf(watched, { type: 'toggle', isPaused: false })).toEqual([
      { type: 'cancelAutoplay' },
      { type: 'pause' },
    ])
    expect(effectsOf(watched, { type: 'pause' })).toEqual([{ type: 'cancelAutoplay' }, { type: 'pause' }])
  })

  test('seeks within its duration, also before it is open', () => {
    const seek = { type: 'seek', seconds: 99 } as const
    expect(effectsOf(watched, seek)).toEqual([{ type: 'seekTo', seconds: 60 }])
    const early = after([attached, seek])
    expect(effectsOf(after([attached]), seek)).toEqual([])
    expect(early.positionSeconds).toBe(50)
    expect(effectsOf(early, opened)[0]).toEqual({ type: 'seekTo', seconds: 50 })
    expect(after([{ type: 'seek', seconds: -3 }], watched).positionSeconds).toBe(0)
  })
})

describe('a video that fails', () => {
  test.each([
    ['when the connection breaks', NETWORK],
    ['when the ticket has expired', UNSUPPORTED],
  ])('%s is requested once more without a word, from where it stood', (_when, code) => {
    expect(effectsOf(watched, failed(code))).toEqual([{ type: 'request', isFresh: true, playsThen: true }])
    const retried = after([failed(code)], watched)
    expect(retried).toMatchObject({ status: 'loading', problem: undefined, goalSeconds: 30 })
    expect(after([failed(code)], retried)).toMatchObject({ status: 'failed', isPlaying: false })
    // After the video has played again, the next failure is retried once more.
    expect(after([opened, playing, failed(code)], retried).status).toBe('loading')
  })

  test('while it is paused stays paused', () => {
    const paused = after([{ type: 'stopped' }], watched)
    expect(effectsOf(paused, failed(NETWORK))).toEqual([{ type: 'request', isFresh: true, playsThen: false }])
  })

  test.each([
    ['it cannot be decoded', watched, failed(DECODE), 'Das Video konnte nicht dekodiert werden (Code 3)'],
    [
      'its format is unknown',
      after([attached]),
      failed(UNSUPPORTED),
      'Das Format wird nicht unterstützt oder das Video wurde nicht gefunden (Code 4)',
    ],
    [
      'only its sound can be read',
      after([attached]),
      { type: 'opened', hasPicture: false } as const,
      'Das Format wird nicht unterstützt oder das Video wurde nicht gefunden (Code 4)',
    ],
  ])('because %s says so at once', (_why, state, event, problem) => {
    expect(after([event], state)).toMatchObject({ status: 'failed', isWaiting: false, problem })
    expect(effectsOf(state, event)).toEqual([{ type: 'cancelAutoplay' }, { type: 'pause' }])
  })

  test('because it was closed shows no error', () => {
    expect(after([failed(ABORTED, false)], watched).status).toBe('ready')
    expect(after([failed(ABORTED)], watched).status).toBe('failed')
  })

  test('is requested again by a press, or when the browser is online; a playing one is not', () => {
    const broken = after([failed(DECODE)], watched)
    const request = { type: 'request', isFresh: true, playsThen: true }
    for (const event of [{ type: 'retry' }, { type: 'online' }, { type: 'toggle', isPaused: true }] as const)
      expect(effectsOf(broken, event).at(-1)).toEqual(request)
    expect(effectsOf(watched, { type: 'online' })).toEqual([])
  })
})
