import { expect, test } from 'vitest'
import { afterFailure } from './profile-failure.ts'

test('an unknown session ends', () => {
  expect(afterFailure({ status: 401, text: 'Nicht angemeldet' }, 0)).toEqual({ do: 'signOut' })
})

test.each([0, 502, 503, 504])(
  'a server that is not reached (%d) is asked again every five seconds',
  (status) => {
    for (const faults of [0, 1]) {
      expect(afterFailure({ status, text: '' }, faults)).toEqual({
        do: 'retry',
        afterMs: 5000,
        isFault: false,
        problem: 'server nicht erreichbar, versuche es später erneut',
      })
    }
  },
)

test('any other failure is retried once after two seconds, then shown', () => {
  const failure = { status: 500, text: 'Interner Serverfehler' }
  expect(afterFailure(failure, 0)).toEqual({ do: 'retry', afterMs: 2000, isFault: true })
  expect(afterFailure(failure, 1)).toEqual({ do: 'giveUp', problem: 'Interner Serverfehler' })
})
