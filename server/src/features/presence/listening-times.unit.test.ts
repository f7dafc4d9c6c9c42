import { expect, test } from 'vitest'
import { INTERRUPTION_MS, trackListening } from './listening-times.ts'
import { isSameState, keptPosition, mergeStates, positionAt, State } from './states.ts'

const MINUTE = 60_000
const track = { id: 't', title: 'Tinte', artist: 'Ada' }
const plays: State = { place: '', track, isPlaying: true, changedAt: 1 }
const paused: State = { ...plays, isPlaying: false }

/** The times of one process, with a clock that the test moves. */
function oneProcess() {
  let clock = 0
  const times = trackListening(() => new Date(clock))
  return {
    after: (milliseconds: number, state: State | undefined, isHidden = false) => {
      clock += milliseconds
      times.note('mara', state, isHidden)
      return times.addTo(plays, 'mara')?.listensSince
    },
    stateNow: (state: State) => times.addTo(state, 'mara'),
  }
}

test('a member listens since the first track, over short interruptions but not over long ones', () => {
  const { after, stateNow } = oneProcess()
  expect(after(MINUTE, plays)).toBe(MINUTE)
  expect(after(MINUTE, { ...plays, track: { ...track, id: 'u' } })).toBe(MINUTE)
  expect(stateNow(paused)).toBe(paused)
  expect(after(MINUTE, paused)).toBeUndefined()
  expect(after(INTERRUPTION_MS, plays)).toBe(MINUTE)
  after(MINUTE, undefined)
  expect(after(INTERRUPTION_MS + 1, plays)).toBe(4 * MINUTE + 2 * INTERRUPTION_MS + 1)
})

test('what is hidden does not count, nor what was before it', () => {
  const { after } = oneProcess()
  after(0, plays)
  expect(after(MINUTE, plays, true)).toBeUndefined()
  expect(after(MINUTE, plays)).toBe(2 * MINUTE)
  after(0, paused)
  after(1, paused, true)
  expect(after(1, plays)).toBe(2 * MINUTE + 2)
})

test('a process that starts later takes the time from the states of the others', () => {
  const { after } = oneProcess()
  expect(after(10 * MINUTE, { ...plays, listensSince: MINUTE })).toBe(MINUTE)
  expect(
    mergeStates([{ ...plays, listensSince: 7 }, plays, { ...plays, listensSince: 5 }])?.listensSince,
  ).toBe(5)
  expect(isSameState({ ...plays, listensSince: 5 }, plays)).toBe(false)
})

test('a position stays as long as it predicts those that are reported', () => {
  const known = { seconds: 10, rate: 1.5, at: 1000 }
  expect(positionAt(known, 11_000)).toEqual({ seconds: 25, rate: 1.5 })
  expect(keptPosition(known, { seconds: 27, rate: 1.5 }, 11_000)).toBe(known)
  expect(keptPosition(known, undefined, 11_000)).toBe(known)
  const sought = keptPosition(known, { seconds: 60, rate: 1 }, 11_000)
  expect(sought).toEqual({ seconds: 60, rate: 1, at: 11_000 })
  expect(isSameState({ ...plays, position: known }, sought && { ...plays, position: sought })).toBe(false)
  // The clock of another process may be behind.
  expect(positionAt({ seconds: 1, rate: 1, at: 5000 }, 2000).seconds).toBe(0)
})

test('a state of an earlier version has neither, and a field of a later one is ignored', () => {
  expect(State.parse(plays)).toEqual(plays)
  expect(State.parse({ ...plays, later: true })).toEqual(plays)
})
