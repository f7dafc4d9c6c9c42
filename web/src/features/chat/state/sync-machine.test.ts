import { describe, expect, test } from 'vitest'
import {
  CLOSED,
  LATE_AT_MOST,
  LONGEST_PAUSE,
  syncAfter,
  type SyncEvent,
  type SyncState,
} from './sync-machine.ts'

const after = (events: readonly SyncEvent[], from: SyncState = CLOSED) => events.reduce(syncAfter, from)
const failure = new Error('away')
const open = { type: 'open' } as const
const connected = { type: 'connected' } as const
const gap = { type: 'gap' } as const
const outdated = { type: 'outdated' } as const
const read = { type: 'read', isBehind: false } as const
const readButBehind = { type: 'read', isBehind: true } as const
const readFailed = { type: 'readFailed', failure } as const
const waited = { type: 'waited', isBehind: false } as const
const waitedInVain = { type: 'waited', isBehind: true } as const
const live = after([open, read])

describe('the chat that is kept whole', () => {
  test('begins with the newest page, and stays closed until it is opened', () => {
    expect(after([connected, gap, outdated, read])).toBe(CLOSED)
    expect(after([open])).toEqual({ name: 'opening' })
    expect(live).toEqual({ name: 'live' })
    expect(after([open, readButBehind])).toMatchObject({ name: 'reading', what: 'missed' })
  })

  test('without a first page waits for the connection, or for another try', () => {
    const failed = after([open, readFailed])
    expect(failed).toEqual({ name: 'failed', failure })
    expect(after([gap, outdated], failed)).toBe(failed)
    for (const again of [open, connected]) expect(after([again], failed)).toEqual({ name: 'opening' })
  })

  test('reads what was missed once the connection stands again', () => {
    expect(after([connected], live)).toMatchObject({ name: 'reading', what: 'missed' })
    expect(after([connected, read], live)).toEqual({ name: 'live' })
  })

  test('waits for a change that may still be on its way, and reads only when it does not come', () => {
    const late = after([gap], live)
    expect(late).toEqual({ name: 'late' })
    expect(after([gap], late)).toBe(late)
    expect(after([waited], late)).toEqual({ name: 'live' })
    expect(after([waitedInVain], late)).toMatchObject({ name: 'reading', what: 'missed' })
    expect(after([connected], late)).toMatchObject({ name: 'reading' })
  })

  test('reads once more, after a while, when the connection was lost during a reading', () => {
    const twice = after([connected, connected], live)
    expect(after([connected], twice)).toEqual(twice)
    expect(after([read], twice)).toMatchObject({ name: 'pausing', what: 'missed', wait: LATE_AT_MOST })
    expect(after([read, waited], twice)).toMatchObject({ name: 'reading', what: 'missed' })
    expect(after([connected, readButBehind], live)).toEqual({ name: 'late' })
  })

  test('reads everything anew when what is known is outdated, also when that comes during a reading', () => {
    for (const state of [live, after([gap], live), after([connected, readFailed], live)])
      expect(after([outdated], state)).toMatchObject({ name: 'reading', what: 'newest' })
    const during = after([connected, outdated, connected], live)
    expect(after([read], during)).toMatchObject({ name: 'pausing', what: 'newest' })
    expect(after([readFailed], during)).toMatchObject({ name: 'pausing', what: 'newest' })
  })

  test('pauses longer after each failure, up to a limit, and not at all once the connection stands', () => {
    let state = after([connected], live)
    const pauses = Array.from({ length: 8 }, () => {
      state = syncAfter(state, readFailed)
      const wait = state.name === 'pausing' ? state.wait : undefined
      state = syncAfter(state, waitedInVain)
      return wait
    })
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE])
    const pausing = syncAfter(state, readFailed)
    expect(after([connected], pausing)).toEqual({ name: 'reading', what: 'missed', pause: 1000 })
    expect(after([waited, read, connected, readFailed], pausing)).toMatchObject({ wait: 1000 })
  })

  test('is closed by a reset, whatever it was doing', () => {
    for (const events of [
      [open],
      [open, readFailed],
      [open, read],
      [open, read, gap],
      [open, read, connected],
    ])
      expect(after([...events, { type: 'reset' }])).toBe(CLOSED)
  })
})
