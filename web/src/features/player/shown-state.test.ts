import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { silence, type PlayerState } from './player-state.ts'
import { shownLater } from './shown-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('another status shows a moment later, with all that came meanwhile; a moved slider shows at once', () => {
  const state = createStore<PlayerState>(() => silence(0.7))
  const shown = shownLater(state)
  let drawn = 0
  shown.subscribe(() => {
    drawn += 1
  })

  state.setState({ volume: 0.5 })
  expect(shown.getState().volume).toBe(0.5)

  state.setState({ status: 'loading' })
  state.setState({ positionSeconds: 12 })
  state.setState({ status: 'playing' })
  expect(shown.getState()).toMatchObject({ status: 'empty', positionSeconds: 0 })
  vi.runAllTimers()
  expect(shown.getState()).toEqual(state.getState())
  expect(drawn).toBe(2)
})
