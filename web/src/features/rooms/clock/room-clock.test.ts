import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOCK_PAUSE, openRoomClock, type ClockAnswer } from './room-clock.ts'

/** A server whose clock is ahead by an hour. A message takes 30 ms in each direction. Needs fake timers. */
function setUp() {
  let handler: (message: ClockAnswer) => void = () => undefined
  let connect = () => {}
  let asleep = 0
  let isAnswering = true
  const sent: number[] = []
  const AHEAD = 3_600_000
  const clock = openRoomClock({
    now: () => Date.now() - asleep,
    wallNow: Date.now,
    send(at) {
      sent.push(at)
      if (!isAnswering) return
      setTimeout(() => {
        const received = Date.now() + AHEAD
        setTimeout(() => handler({ sent: at, received, replied: received }), 30)
      }, 30)
    },
    onAnswer(given) {
      handler = given
      return () => (handler = () => undefined)
    },
    onConnected(connected) {
      connect = connected
      return () => (connect = () => undefined)
    },
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  const error = () => {
    const known = clock.serverNow()
    return known === undefined ? Infinity : Math.abs(known - Date.now() - AHEAD)
  }
  return {
    clock,
    sent,
    error,
    reconnect: () => connect(),
    answers: (does: boolean) => (isAnswering = does),
    sleep: (ms: number) => {
      vi.setSystemTime(Date.now() + ms)
      asleep += ms
    },
    reply: (message: ClockAnswer) => handler(message),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst measures the clock, and then there is one request every twelve seconds', () => {
  const { clock, sent, error } = setUp()
  expect(clock.serverNow()).toBeUndefined()
  vi.advanceTimersByTime(60)
  expect(error()).toBeLessThan(1)
  vi.advanceTimersByTime(2000)
  expect(sent).toHaveLength(8)
  vi.advanceTimersByTime(10 * CLOCK_PAUSE)
  expect(sent).toHaveLength(18)
})

test('nothing is sent after the room was left', () => {
  const { clock, sent } = setUp()
  clock.close()
  const before = sent.length
  vi.advanceTimersByTime(100_000)
  expect(sent).toHaveLength(before)
})

test('a reconnect measures anew and keeps what is known until then', () => {
  const { sent, error, reconnect, answers } = setUp()
  vi.advanceTimersByTime(5000)
  answers(false)
  reconnect()
  expect(error()).toBeLessThan(1)
  vi.advanceTimersByTime(2000)
  expect(sent.length).toBeGreaterThanOrEqual(16)
  expect(error()).toBeLessThan(1)
})

test('without answers the requests become rarer', () => {
  const { sent, answers } = setUp()
  answers(false)
  vi.advanceTimersByTime(120_000)
  expect(sent.length).toBeLessThan(25)
})

test('after a sleep of the computer the clock is measured anew', () => {
  const { error, sleep } = setUp()
  vi.advanceTimersByTime(5000)
  sleep(1_000_000)
  vi.advanceTimersByTime(CLOCK_PAUSE + 2000)
  expect(error()).toBeLessThan(1)
})

test('a sleep is noticed when the time is read, before the next request is due', () => {
  const { clock, error, sleep } = setUp()
  vi.advanceTimersByTime(5000)
  sleep(1_000_000)
  expect(clock.serverNow()).toBeUndefined()
  vi.advanceTimersByTime(200)
  expect(error()).toBeLessThan(1)
})

test('an answer to a request that was not sent is ignored', () => {
  const { clock, reply } = setUp()
  reply({ sent: 12, received: 1, replied: 1 })
  expect(clock.serverNow()).toBeUndefined()
})
