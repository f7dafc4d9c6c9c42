import { expect, test } from 'vitest'
import { afterFailure } from './profile-failure.ts'

const first = { faults: 0, attempts: 0 }

test('an unknown session ends', () => {
  expect(afterFailure({ status: 401, text: 'Nicht angemeldet' }, first)).toEqual({ do: 'signOut' })
})

test.each([0, 502, 503, 504])(
  'a server that is not reached (%d) is asked again every five seconds',
  (status) => {
    for (const faults of [0, 1]) {
      expect(afterFailure({ status, text: '' }, { faults, attempts: 3 })).toEqual({
        do: 'retry',
        afterMs: 5000,
        isFault: false,
        problem: 'server nicht erreichbar, versuche es später erneut',
      })
    }
  },
)

test('after a minute without an answer the pauses are longer, and others for each browser', () => {
  const pauses = [0, 0.5, 1].map((chance) => {
    const next = afterFailure({ status: 0, text: '' }, { faults: 0, attempts: 12 }, () => chance)
    return next.do === 'retry' ? next.afterMs : undefined
  })
  expect(pauses).toEqual([22_500, 26_250, 30_000])
})

test('any other failure is retried once after two seconds, then shown', () => {
  const failure = { status: 500, text: 'Interner Serverfehler' }
  expect(afterFailure(failure, first)).toEqual({ do: 'retry', afterMs: 2000, isFault: true })
  expect(afterFailure(failure, { faults: 1, attempts: 1 })).toEqual({
    do: 'giveUp',
    problem: 'Interner Serverfehler',
  })
})
