import { expect, test } from 'vitest'
import { deliveryEnd } from './delivery-end.ts'

const answer = (status: number, retryAfterSeconds?: number) => ({ status, retryAfterSeconds })

test('a message that the push service has accepted is delivered', () => {
  for (const status of [200, 201, 202, 204])
    expect(deliveryEnd(answer(status), 0)).toEqual({ name: 'delivered' })
})

test('a subscription that the push service does not know any more is gone', () => {
  for (const status of [404, 410]) expect(deliveryEnd(answer(status), 3)).toEqual({ name: 'gone' })
})

test('a redirect is not followed, and a message that is refused for good is not repeated', () => {
  for (const status of [301, 307, 400, 401, 403, 413])
    expect(deliveryEnd(answer(status), 0)).toEqual({ name: 'rejected', reason: `HTTP ${status}` })
})

test('pauses grow to an hour, and a push service may ask for a longer one, up to six hours', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 20].map((tries) => deliveryEnd({ failure: 'ECONNREFUSED' }, tries))
  expect(pauses.map((end) => end.name === 'postponed' && end.pauseMs / 1000)).toEqual([
    30, 120, 600, 1800, 3600, 3600, 3600,
  ])
  expect(deliveryEnd(answer(429, 300), 0)).toMatchObject({ pauseMs: 300_000 })
  expect(deliveryEnd(answer(429, 5), 0)).toMatchObject({ pauseMs: 30_000 })
  expect(deliveryEnd(answer(503, 999_999), 0)).toMatchObject({ pauseMs: 6 * 60 * 60 * 1000 })
})
