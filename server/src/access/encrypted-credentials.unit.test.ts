import { expect, test } from 'vitest'
import { credentialCipher } from './encrypted-credentials.ts'

const SECRET = 'ein Geheimnis von mindestens 32 Zeichen'

test('an encrypted credential can be decrypted only for its owner and purpose, and with its secret', () => {
  const cipher = credentialCipher(SECRET, 'a test')
  const encrypted = cipher.encrypt('der Schlüssel', 'lastfm\0mara')
  expect(cipher.decrypt(encrypted, 'lastfm\0mara')).toBe('der Schlüssel')
  expect(cipher.encrypt('der Schlüssel', 'lastfm\0mara')).not.toBe(encrypted)
  expect(cipher.decrypt(encrypted, 'lastfm\0tom')).toBeUndefined()
  expect(cipher.decrypt(encrypted, 'listenbrainz\0mara')).toBeUndefined()
  expect(credentialCipher(`${SECRET}!`, 'a test').decrypt(encrypted, 'lastfm\0mara')).toBeUndefined()
  expect(credentialCipher(SECRET, 'another').decrypt(encrypted, 'lastfm\0mara')).toBeUndefined()
  const middle = encrypted.length - 10
  const damaged =
    encrypted.slice(0, middle) + (encrypted[middle] === 'A' ? 'B' : 'A') + encrypted.slice(middle + 1)
  expect(cipher.decrypt(damaged, 'lastfm\0mara')).toBeUndefined()
  for (const nothing of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', encrypted.slice(3)])
    expect(cipher.decrypt(nothing, 'lastfm\0mara')).toBeUndefined()
})

test('what earlier versions have encrypted for scrobbling services can still be decrypted', () => {
  const stored = 'v1.nIKt_CeQvmqIN0FMgZoRZ_izv8rAu92byz2zhCLd1-dkVSi3GEqwhwlw'
  const cipher = credentialCipher(SECRET, 'keys of scrobbling services')
  expect(cipher.decrypt(stored, 'lastfm\0mara')).toBe('der Schlüssel')
})
