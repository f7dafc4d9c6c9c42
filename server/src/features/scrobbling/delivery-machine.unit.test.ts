import { describe, expect, test } from 'vitest'
import {
  deliveryAfter,
  type DeliveryEvent,
  type DeliveryState,
  INITIAL_DELIVERY,
  isSending,
  nextBatchSize,
} from './delivery-machine.ts'

const after = (events: readonly DeliveryEvent[], from: DeliveryState = INITIAL_DELIVERY) =>
  events.reduce<DeliveryState>((state, event) => deliveryAfter(state, event), from)
const accepted = { type: 'accepted' } as const
const rejected = (plays: number) => ({ type: 'rejected', plays }) as const
const failed = (tries: number, retryAfterSeconds?: number) =>
  ({ type: 'failed', reason: 'HTTP 503', tries, retryAfterSeconds }) as const

describe('the delivery of the plays of one connection', () => {
  test('continues in batches while the service accepts them, and ends when no play is queued', () => {
    const state = after([accepted, { type: 'skipped' }, accepted])
    expect(state).toEqual({ name: 'batches' })
    expect(nextBatchSize(state, 50)).toBe(50)
    expect(after([{ type: 'empty' }], state)).toEqual({ name: 'drained' })
  })

  test('sends the plays of a rejected batch one by one, and batches again after the last of them', () => {
    const singly = after([rejected(3)])
    expect(singly).toEqual({ name: 'oneByOne', left: 3 })
    expect(nextBatchSize(singly, 50)).toBe(1)
    expect(after([accepted, rejected(1)], singly)).toEqual({ name: 'oneByOne', left: 1 })
    expect(after([accepted, rejected(1), accepted], singly)).toEqual({ name: 'batches' })
  })

  test('does not count plays that were not sent as plays of the rejected batch', () => {
    expect(after([rejected(2), { type: 'skipped' }])).toEqual({ name: 'oneByOne', left: 2 })
  })

  test('continues in batches when a single play is rejected', () => {
    expect(after([rejected(1)])).toEqual({ name: 'batches' })
  })

  test('is postponed with growing pauses, at most an hour unless the service asks for more', () => {
    const pauseMinutes = (tries: number, retryAfterSeconds?: number) => {
      const state = after([failed(tries, retryAfterSeconds)])
      return state.name === 'postponed' ? [state.tries, state.pauseMs / 60_000] : state
    }
    expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map((tries) => pauseMinutes(tries))).toEqual([
      [1, 1],
      [2, 2],
      [3, 5],
      [4, 10],
      [5, 20],
      [6, 40],
      [7, 60],
      [8, 60],
      [101, 60],
    ])
    expect(pauseMinutes(0, 7200)).toEqual([1, 120])
    expect(pauseMinutes(6, 5)).toEqual([7, 60])
  })

  test.each<DeliveryEvent>([{ type: 'stopped' }, { type: 'revoked' }, { type: 'empty' }, failed(0)])(
    'ends with $type, in batches and one by one, and no event starts it again',
    (event) => {
      const end = after([event])
      expect(isSending(end)).toBe(false)
      expect(after([rejected(3), event])).toEqual(end)
      expect(after([accepted, rejected(3), { type: 'empty' }, failed(3), { type: 'stopped' }], end)).toBe(end)
    },
  )
})
