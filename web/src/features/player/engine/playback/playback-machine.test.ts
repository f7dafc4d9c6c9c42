import { describe, expect, test } from 'vitest'
import { playbackAfter } from './playback-machine.ts'
import {
  CLOSED_PLAYBACK,
  isOpen,
  statusOf,
  type PlaybackEvent,
  type PlaybackPhase,
  type PlaybackState,
} from './playback-state.ts'

const start = { type: 'start', isAfterFailure: false, isLoaded: false } as const
const address = { type: 'address', address: '/a.mp3' } as const
const sounds = { type: 'soundPlaying' } as const
const runsDry = { type: 'soundWaiting' } as const
const timeout = { type: 'timeout' } as const
const online = { type: 'online' } as const
const pause = { type: 'pause' } as const
const breaks = (failure: 'aborted' | 'network' | 'decode' | 'unsupported', positionSeconds = 40) =>
  ({ type: 'soundFailed', failure, positionSeconds }) as const
const probed = (
  loadOutcome: 'there' | 'gone' | 'refused' | 'unreachable',
  failure: 'network' | 'timeout' | 'unsupported' = 'network',
  positionSeconds = 40,
) => ({ type: 'probed', failure, loadOutcome, positionSeconds }) as const

const after = (events: readonly PlaybackEvent[], from = CLOSED_PLAYBACK) =>
  events.reduce((state, event) => playbackAfter(state, event).state, from)
const effectsOf = (state: PlaybackState, event: PlaybackEvent) => playbackAfter(state, event).effects

const playing = after([start, address, sounds])
const retried = after([breaks('network'), probed('there'), address, sounds], playing)
/** For each phase, an example of a state in that phase. */
const ways: Readonly<Record<PlaybackPhase['name'], PlaybackState>> = {
  closed: CLOSED_PLAYBACK,
  paused: after([pause], playing),
  cueing: after([{ type: 'cue', isLoaded: false }]),
  requesting: after([start]),
  waiting: after([start, address]),
  playing,
  probing: after([breaks('network')], playing),
  retrying: after([breaks('network'), probed('there')], retried),
  reconnecting: after([breaks('network'), probed('unreachable')], playing),
  disconnected: after([breaks('network'), probed('unreachable'), timeout], playing),
}
const phases = Object.entries(ways)
const named = (state: PlaybackState) => state.phase.name

test.each(phases)('the phase %s is reached by the events of its own', (name, state) => {
  expect(named(state)).toBe(name)
  expect(isOpen(state.phase)).toBe(['paused', 'waiting', 'playing'].includes(name))
})

describe('a track from its address to its end', () => {
  test('is requested, opened, buffered and played', () => {
    expect(effectsOf(CLOSED_PLAYBACK, start)).toEqual([
      { type: 'startTimeout' },
      { type: 'requestAddress', attempt: 'first' },
    ])
    expect(effectsOf(ways.requesting, address)).toEqual([{ type: 'open', address: '/a.mp3' }])
    expect(effectsOf(ways.waiting, sounds)).toEqual([{ type: 'emit', event: 'started' }])
    expect(effectsOf(playing, { type: 'soundEnded' })).toEqual([
      { type: 'emit', event: 'ended' },
      { type: 'end' },
    ])
    expect([ways.requesting, ways.waiting, playing].map(({ phase }) => statusOf(phase))).toEqual([
      'loading',
      'loading',
      'playing',
    ])
  })

  test('needs neither address nor opening when it was loaded ahead', () => {
    const loaded = { ...start, isLoaded: true }
    expect(effectsOf(playing, loaded)).toEqual([{ type: 'startTimeout' }, { type: 'play' }])
    expect(after([loaded], playing).phase).toEqual({ name: 'waiting', shown: 'loading' })
  })

  test('silences what is open before its address is there', () => {
    expect(effectsOf(playing, start)[0]).toEqual({ type: 'pauseSound' })
    expect(effectsOf(ways.probing, start)[0]).toEqual({ type: 'startTimeout' })
  })

  test('that ran dry is shown as buffering, and starts no second time', () => {
    const dry = after([runsDry], playing)
    expect(statusOf(dry.phase)).toBe('buffering')
    expect(effectsOf(playing, runsDry)).toEqual([{ type: 'startTimeout' }])
    expect(effectsOf(dry, sounds)).toEqual([])
    expect(after([runsDry], ways.waiting)).toBe(ways.waiting)
  })
})

describe('silence', () => {
  test.each(phases)(
    'a pause in the phase %s leaves it silent, and only the listener ends that',
    (_name, state) => {
      const paused = after([pause], state)
      expect(statusOf(paused.phase)).toBe('paused')
      expect(paused.hasStarted).toBe(false)
      const late = after(
        [
          address,
          { type: 'noAddress' },
          probed('there'),
          { type: 'waited' },
          { type: 'reconnected' },
          online,
          timeout,
        ],
        paused,
      )
      expect(statusOf(late.phase)).toBe('paused')
      expect(statusOf(after([{ type: 'resume' }], paused).phase)).toBe('loading')
    },
  )

  test('is reported once, and only of what has started', () => {
    expect(effectsOf(playing, pause)).toEqual([{ type: 'pauseSound' }, { type: 'emit', event: 'paused' }])
    expect(effectsOf(ways.waiting, pause)).toEqual([{ type: 'pauseSound' }])
    expect(effectsOf(ways.paused, pause)).toEqual([])
    expect(effectsOf(playing, { type: 'soundPaused' })).toEqual([{ type: 'emit', event: 'paused' }])
    expect(effectsOf(ways.requesting, { type: 'soundPaused' })).toEqual([])
  })

  test('at rest stands at the beginning, of an open file by going there', () => {
    expect(effectsOf(playing, { type: 'rest' })).toEqual([
      { type: 'pauseSound' },
      { type: 'rewind' },
      { type: 'emit', event: 'paused' },
    ])
    expect(named(after([{ type: 'rest' }], ways.disconnected))).toBe('closed')
  })

  test('after leaving opens nothing by itself', () => {
    expect(effectsOf(playing, { type: 'close' })).toEqual([
      { type: 'emit', event: 'paused' },
      { type: 'closeSound' },
    ])
    expect(named(after([{ type: 'close' }, online, sounds], playing))).toBe('closed')
  })
})

describe('access that ends', () => {
  const lost = { type: 'accessLost', loadOutcome: 'closed' } as const

  test('closes the open file, whatever of it is loaded, and the next track follows', () => {
    expect(effectsOf(playing, lost)).toEqual([
      { type: 'closeSound' },
      { type: 'emit', event: 'paused' },
      { type: 'fail', step: 'next', loadOutcome: 'closed' },
    ])
    expect(effectsOf(ways.waiting, lost).at(-1)).toMatchObject({ type: 'fail', step: 'next' })
  })

  test('closes a paused file without starting another track', () => {
    expect(effectsOf(ways.paused, lost)).toEqual([{ type: 'closeSound' }])
    expect(named(after([lost], ways.paused))).toBe('closed')
  })

  test('changes nothing while no file is open: the next request is rejected', () => {
    for (const name of ['closed', 'requesting', 'probing', 'disconnected'] as const)
      expect(after([lost], ways[name])).toBe(ways[name])
  })
})

describe('a failure', () => {
  test('of a file that is not open any more changes nothing', () => {
    for (const name of [
      'closed',
      'requesting',
      'probing',
      'retrying',
      'reconnecting',
      'disconnected',
    ] as const)
      for (const event of [breaks('network'), sounds, { type: 'soundEnded' }] as const)
        expect(after([event], ways[name])).toBe(ways[name])
  })

  test('of our own doing is none', () => {
    for (const name of ['paused', 'waiting', 'playing'] as const)
      expect(after([breaks('aborted')], ways[name])).toBe(ways[name])
  })

  test('is checked with the server; a track that was playing gets the whole loading timeout', () => {
    expect(effectsOf(playing, breaks('network'))).toEqual([
      { type: 'startTimeout' },
      { type: 'probe', failure: 'network' },
    ])
    expect(effectsOf(ways.waiting, breaks('network'))).toEqual([{ type: 'probe', failure: 'network' }])
    expect(statusOf(ways.probing.phase)).toBe('buffering')
  })

  test('is not checked when the browser cannot decode the file, nor while playback is paused', () => {
    expect(effectsOf(playing, breaks('decode'))).toEqual([
      { type: 'closeSound' },
      { type: 'emit', event: 'paused' },
      { type: 'fail', step: 'next', loadOutcome: 'there' },
    ])
    expect(effectsOf(ways.paused, breaks('network'))).toEqual([])
    expect(named(after([breaks('network')], ways.paused))).toBe('closed')
  })

  test('of a file that is there is retried at once, then after pauses, then given up', () => {
    expect(effectsOf(ways.probing, probed('there'))).toEqual([
      { type: 'startTimeout' },
      { type: 'requestAddress', attempt: 'again' },
    ])
    const again = after([breaks('network')], retried)
    expect(effectsOf(again, probed('there'))).toEqual([{ type: 'waitForRetry', pause: 1000 }])
    const third = after([probed('there'), { type: 'waited' }, address, sounds, breaks('network')], again)
    expect(effectsOf(third, probed('there'))).toEqual([{ type: 'waitForRetry', pause: 3000 }])
    const last = after([probed('there'), { type: 'waited' }, address, sounds, breaks('network')], third)
    expect(effectsOf(last, probed('there')).at(-1)).toMatchObject({ type: 'fail', step: 'next' })
    expect(after([start, address, breaks('network')], last).retries.used).toBe(0)
    // A seek, or a failure well behind the position of the first one, resets the number of retries.
    expect(named(after([{ type: 'seek' }, probed('there')], last))).toBe('requesting')
    expect(named(after([probed('there', 'network', 60)], last))).toBe('requesting')
  })

  test('that the browser could not play is requested as such, after a pause too', () => {
    const rejected = { type: 'requestAddress', attempt: 'rejected' }
    expect(effectsOf(ways.probing, probed('there', 'unsupported')).at(-1)).toEqual(rejected)
    const second = after([address, breaks('unsupported'), probed('there', 'unsupported')], retried)
    expect(named(second)).toBe('retrying')
    expect(effectsOf(second, { type: 'waited' }).at(-1)).toEqual(rejected)
  })

  test('goes on with the next track until three in a row failed, or two were refused', () => {
    const failing = { ...start, isAfterFailure: true }
    const steps = (loadOutcome: 'gone' | 'refused', from: PlaybackState) => {
      let state = from
      return [1, 2, 3].map(() => {
        state = after([failing, address, breaks('network')], state)
        const step = effectsOf(state, probed(loadOutcome)).flatMap((effect) =>
          effect.type === 'fail' ? effect.step : [],
        )
        state = after([probed(loadOutcome)], state)
        return step[0]
      })
    }
    expect(steps('gone', CLOSED_PLAYBACK)).toEqual(['next', 'next', 'stop'])
    expect(steps('refused', CLOSED_PLAYBACK)).toEqual(['next', 'stop', 'next'])
    const twice = { ...CLOSED_PLAYBACK, failuresInARow: 2 }
    expect(after([{ type: 'overcome' }], twice).failuresInARow).toBe(0)
    expect(after([start], twice).failuresInARow).toBe(0)
    expect(after([failing], twice).failuresInARow).toBe(2)
  })

  test('by the loading timeout is checked as well, also during another check', () => {
    for (const name of ['requesting', 'waiting', 'probing', 'retrying'] as const)
      expect(effectsOf(ways[name], timeout)).toEqual([{ type: 'probe', failure: 'timeout' }])
    const asked = after([timeout], ways.waiting)
    expect(effectsOf(asked, probed('there', 'timeout')).at(-1)).toMatchObject({ type: 'fail', step: 'next' })
  })
})

describe('a lost connection', () => {
  test('is watched, without a word until the loading timeout has passed', () => {
    expect(effectsOf(ways.probing, probed('unreachable'))).toEqual([{ type: 'watchConnection' }])
    expect(effectsOf(ways.reconnecting, timeout)).toEqual([
      { type: 'emit', event: 'paused' },
      { type: 'fail', step: 'wait', loadOutcome: 'unreachable' },
    ])
    const asked = after([timeout], ways.waiting)
    expect(effectsOf(asked, probed('unreachable', 'timeout'))).toEqual([
      { type: 'watchConnection' },
      { type: 'fail', step: 'wait', loadOutcome: 'unreachable' },
    ])
  })

  test('that is back requests the track anew, with a fresh address', () => {
    for (const name of ['reconnecting', 'disconnected'] as const)
      for (const event of [online, { type: 'reconnected' }] as const)
        expect(effectsOf(ways[name], event).at(-1)).toEqual({ type: 'requestAddress', attempt: 'again' })
  })

  test('that stays away too long is not waited for any more', () => {
    const expired = after([{ type: 'watchExpired' }], ways.disconnected)
    expect(named(expired)).toBe('closed')
    expect(after([online, { type: 'reconnected' }], expired)).toBe(expired)
  })

  test('of the browser ends every wait for sound, and interrupts nothing that sounds', () => {
    for (const name of ['requesting', 'waiting', 'probing', 'retrying'] as const)
      expect(named(after([online], ways[name]))).toBe('requesting')
    for (const name of ['closed', 'paused', 'playing'] as const)
      expect(after([online], ways[name])).toBe(ways[name])
  })
})
