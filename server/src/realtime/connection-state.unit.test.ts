import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import { describe, expect, test } from 'vitest'
import {
  connectionAfter,
  type ConnectionEvent,
  type ConnectionState,
  openedConnection,
} from './connection-state.ts'

const KIB = 1024
const opened = openedConnection(0)
const after = (events: readonly ConnectionEvent[], from: ConnectionState = opened) =>
  events.reduce<ConnectionState>((state, event) => connectionAfter(state, event), from)
const swept = (at: number, unreadBytes = 0) =>
  ({ type: 'swept', at, unreadBytes, silentAfterMs: 25_000 }) as const
const written = (at: number, unreadBytes: number) => ({ type: 'written', at, unreadBytes }) as const
const received = (at: number) => ({ type: 'received', at }) as const
const message = (at: number) => ({ type: 'message', at }) as const
const close = { type: 'close', code: SOCKET_CLOSED.goingAway } as const
const terminate = { type: 'terminate' } as const
const ended = { type: 'ended' } as const

describe('a connection', () => {
  test('is pinged after half of the timeout and terminated after the full timeout without a frame', () => {
    expect(after([swept(12_500)])).toMatchObject({ name: 'open', awaitsPong: false })
    expect(after([swept(12_501)])).toMatchObject({ name: 'open', awaitsPong: true })
    expect(after([swept(12_501), received(13_000)])).toMatchObject({ awaitsPong: false })
    expect(after([swept(25_000)])).toMatchObject({ name: 'open' })
    expect(after([swept(25_001)])).toEqual({ name: 'terminating' })
  })

  test('stays while it answers pings, but is silent until a message comes', () => {
    const pongs = [received(12_000), received(24_000)]
    const silent = after([...pongs, swept(25_001)])
    expect(silent).toMatchObject({ name: 'open', isSilent: true })
    expect(after([received(30_000)], silent)).toMatchObject({ isSilent: true })
    expect(after([message(30_000), swept(31_000)], silent)).toMatchObject({
      isSilent: false,
      lastMessageAt: 30_000,
    })
  })

  test('is terminated at once with more than a megabyte unread', () => {
    expect(after([written(1, KIB * KIB)])).toMatchObject({ name: 'open' })
    expect(after([written(1, KIB * KIB + 1)])).toEqual({ name: 'terminating' })
  })

  test('is terminated after ten seconds with more than a quarter of it unread, counted from the first time', () => {
    expect(after([written(1000, 256 * KIB)])).toBe(opened)
    const slow = after([written(1000, 256 * KIB + 1), written(9000, 300 * KIB), received(10_000)])
    expect(slow).toMatchObject({ slowSince: 1000 })
    expect(after([swept(11_000, 300 * KIB)], slow)).toMatchObject({ name: 'open', slowSince: 1000 })
    expect(after([swept(11_001, 300 * KIB)], slow)).toEqual({ name: 'terminating' })
  })

  test('gets the full time again once it has caught up', () => {
    const slow = after([written(1000, 300 * KIB), received(10_000)])
    const caughtUp = after([swept(11_001, 10)], slow)
    expect(caughtUp).toMatchObject({ name: 'open', slowSince: undefined })
    expect(after([written(12_000, 300 * KIB)], caughtUp)).toMatchObject({ slowSince: 12_000 })
  })

  test('keeps the first close code, and no later event opens it again', () => {
    const closing = after([close])
    expect(closing).toEqual({ name: 'closing', code: SOCKET_CLOSED.goingAway })
    const later = [
      { type: 'close', code: SOCKET_CLOSED.policy },
      received(1),
      message(1),
      written(1, 300 * KIB),
      swept(99_000, 300 * KIB),
    ] as const
    expect(after(later, closing)).toBe(closing)
    expect(after([ended], closing)).toEqual({ name: 'closed' })
  })

  test('is terminated when the close is not answered, and ends once', () => {
    const terminating = after([close, terminate])
    expect(terminating).toEqual({ name: 'terminating' })
    expect(after([close, terminate, message(1), swept(1)], terminating)).toBe(terminating)
    const closed = after([ended], terminating)
    expect(closed).toEqual({ name: 'closed' })
    expect(after([close, terminate, ended, message(1), swept(1)], closed)).toBe(closed)
    expect(after([ended])).toEqual({ name: 'closed' })
  })
})
