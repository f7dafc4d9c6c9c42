import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { silence, type PlayerState } from './playback/player-state.ts'
import { shownLater } from './shown-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const state = createStore<PlayerState>(() => silence(0.7))
  const shown = shownLater(state)
  return { state, now: () => shown.getState() }
}

test('a track that loads shows with its first sound, and all that came meanwhile with it', () => {
  const { state, now } = setUp()
  state.setState({ status: 'loading' })
  state.setState({ positionSeconds: 12 })
  expect(now()).toMatchObject({ status: 'empty', positionSeconds: 0 })
  state.setState({ status: 'playing' })
  expect(now()).toEqual(state.getState())
})

test('a track whose sound lets wait shows a moment later', () => {
  const { state, now } = setUp()
  state.setState({ status: 'loading' })
  vi.runAllTimers()
  expect(now().status).toBe('loading')
  state.setState({ bufferedSeconds: 3 })
  expect(now().bufferedSeconds).toBe(3)
})

test('what awaits nothing shows at once', () => {
  const { state, now } = setUp()
  state.setState({ volume: 0.5 })
  expect(now().volume).toBe(0.5)
  state.setState({ status: 'paused' })
  expect(now().status).toBe('paused')
})
