import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { signatureOf } from './lastfm.ts'

test('a signature is the md5 of all parameters by name, then the secret, in UTF-8', () => {
  // md5('api_keyxxxxxxxxmethodauth.getSessiontokenxxxxxxxmysecret')
  const parameters = { token: 'xxxxxxx', api_key: 'xxxxxxxx', method: 'auth.getSession' }
  expect(signatureOf(parameters, 'mysecret')).toBe('68afb32bee072407a63b6c41f3e1e2b4')
})

test('names are sorted by ASCII: the tenth comes before the first', () => {
  // md5('artist[10]äartist[1]bs')
  expect(signatureOf({ 'artist[1]': 'b', 'artist[10]': 'ä' }, 's')).toBe('f02de725e73c786d094fa430698c0485')
})

test('after five consecutive failures a service gets no calls for a minute, then more and more again', () => {
  const clock = { ms: 0 }
  const breaker = createCircuitBreaker(() => new Date(clock.ms))
  expect(breaker.room()).toBe(4)
  for (let failure = 0; failure < 4; failure += 1) breaker.failed()
  expect(breaker.room()).toBe(1)
  breaker.failed()
  expect(breaker.room()).toBe(0)
  clock.ms += 60_000
  expect(breaker.room()).toBe(1)
  breaker.failed()
  expect(breaker.room()).toBe(0)
  clock.ms += 60_000
  breaker.succeeded()
  expect(breaker.room()).toBe(2)
  breaker.succeeded()
  expect(breaker.room()).toBe(4)
})
