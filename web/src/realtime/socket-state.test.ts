import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import { describe, expect, test } from 'vitest'
import { isTrying, socketAfter, UNCONNECTED, type SocketEvent, type SocketState } from './socket-state.ts'

const closed = (code = 1006, more: { isOnline?: boolean; spread?: number } = {}): SocketEvent => ({
  type: 'closed',
  code,
  isOnline: true,
  spread: 0,
  ...more,
})
const after = (...events: SocketEvent[]): SocketState => events.reduce(socketAfter, UNCONNECTED)
const WAKE: SocketEvent = { type: 'wake' }
const TRY: SocketEvent = { type: 'try' }
const RECEIVED: SocketEvent = { type: 'heard' }
const REACHABLE: SocketEvent = { type: 'reachable', pause: 0 }
const FIVE_TRIES = [WAKE, ...Array.from({ length: 5 }, () => [closed(), TRY]).flat()]

describe('the connection', () => {
  test('connects at once, and is connected when the server has sent a message', () => {
    expect(after(WAKE)).toMatchObject({ status: 'connecting', pause: undefined })
    expect(isTrying(after(WAKE))).toBe(true)
    expect(after(WAKE, RECEIVED)).toMatchObject({ status: 'connected', tries: 0 })
  })

  test('reconnects after 1, 2, 4, 8 and 16 seconds, then it has failed and is tried every 30 seconds', () => {
    let state = after(WAKE, RECEIVED)
    const pauses = []
    for (let round = 0; round < 5; round += 1) {
      state = socketAfter(state, closed())
      pauses.push(state.pause)
      expect(state.status).toBe(round === 0 ? 'connecting' : 'error')
      state = socketAfter(state, TRY)
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000])
    for (let round = 0; round < 3; round += 1) {
      state = socketAfter(state, closed())
      expect(state).toMatchObject({ status: 'failed', tries: 5, pause: 30_000 })
      state = socketAfter(state, TRY)
      expect(state.status).toBe('failed')
      expect(isTrying(state)).toBe(true)
    }
    expect(socketAfter(state, RECEIVED).status).toBe('connected')
  })

  test('spreads the later attempts of all browsers over 7.5 seconds', () => {
    expect(after(...FIVE_TRIES, closed(1006, { spread: 0 })).pause).toBe(30_000)
    expect(after(...FIVE_TRIES, closed(1006, { spread: 1 })).pause).toBe(22_500)
  })

  test('a server that cannot be reached is an error at once and stays one while it is tried', () => {
    expect(after(WAKE, closed()).status).toBe('error')
    expect(after(WAKE, closed(), TRY).status).toBe('error')
    expect(after(WAKE, closed(), TRY, RECEIVED).status).toBe('connected')
  })

  test('is tried at once when the server has answered a call, without resetting the count of attempts', () => {
    const failed = after(...FIVE_TRIES, closed())
    expect(socketAfter(failed, REACHABLE)).toEqual({ ...failed, pause: 0 })
    const stands = after(WAKE, RECEIVED)
    expect(socketAfter(stands, REACHABLE)).toBe(stands)
    expect(after(REACHABLE)).toEqual(UNCONNECTED)
  })

  test('a response of a server that rejected the socket does not cause an earlier attempt', () => {
    const rejected = after(WAKE, RECEIVED, closed(SOCKET_CLOSED.tryLater))
    expect(socketAfter(rejected, REACHABLE)).toBe(rejected)
  })

  test('never waits longer than 30 seconds', () => {
    let state = after(WAKE, RECEIVED)
    while (state.status !== 'failed') {
      state = socketAfter(state, closed(1006, { spread: 1 }))
      expect(state.pause ?? 0).toBeLessThanOrEqual(30_000)
      state = socketAfter(state, TRY)
    }
  })

  test('spreads reconnects by up to a half of the pause', () => {
    expect(after(WAKE, RECEIVED, closed(1006, { spread: 1 })).pause).toBe(1500)
  })

  test('resets the count of attempts after a successful connection', () => {
    expect(after(WAKE, closed(), TRY, closed(), TRY, RECEIVED, closed()).pause).toBe(1000)
  })

  test.each([
    ['while it waits', [WAKE, RECEIVED, closed()]],
    ['after it has failed', [...FIVE_TRIES, closed()]],
    ['after another page has taken over', [WAKE, RECEIVED, closed(SOCKET_CLOSED.replaced)]],
  ])('starts anew when it is woken %s', (_when, events) => {
    expect(after(...events, WAKE)).toMatchObject({ status: 'connecting', tries: 0, pause: undefined })
  })

  test.each([
    ['the server stops', SOCKET_CLOSED.goingAway, 'connecting'],
    ['the line breaks', 1006, 'connecting'],
    ['there are too many', SOCKET_CLOSED.tryLater, 'error'],
    ['the session is over', SOCKET_CLOSED.noSession, 'error'],
    ['the address is not verified', SOCKET_CLOSED.unverified, 'error'],
  ])('when %s it is tried again', (_why, code, status) => {
    expect(after(WAKE, RECEIVED, closed(code))).toMatchObject({ status, tries: 1, pause: 1000 })
  })

  test('is not retried automatically when it was replaced by another page', () => {
    expect(after(WAKE, RECEIVED, closed(SOCKET_CLOSED.replaced))).toEqual(UNCONNECTED)
  })

  test('is shown as disconnected without a network, and is retried all the same', () => {
    expect(after(WAKE, RECEIVED, closed(1006, { isOnline: false }))).toMatchObject({
      status: 'disconnected',
      tries: 1,
      pause: 1000,
    })
  })

  test('an attempt that was planned before it was stopped does nothing', () => {
    expect(after(WAKE, RECEIVED, closed(), { type: 'stop' }, TRY)).toEqual(UNCONNECTED)
  })

  test('a wake event while it is connected or connecting changes nothing', () => {
    const stands = after(WAKE, RECEIVED)
    expect(socketAfter(stands, WAKE)).toBe(stands)
    const runs = after(WAKE)
    expect(socketAfter(runs, WAKE)).toBe(runs)
  })
})
