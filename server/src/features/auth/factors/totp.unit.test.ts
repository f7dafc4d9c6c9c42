import { expect, test } from 'vitest'
import { addressOf, codeOf, newTotpSecret, stepOfCode, timeStepOf } from './totp.ts'

/** "12345678901234567890" in Base32, the secret of RFC 6238 appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d is the one of RFC 6238', (second, code) => {
  expect(codeOf(SECRET, timeStepOf(new Date(second * 1000)))).toBe(code)
})

test('a code counts one step early and one step late, and not more', () => {
  const now = new Date('2026-03-01T12:00:10Z')
  const step = timeStepOf(now)
  for (const near of [-1, 0, 1])
    expect(stepOfCode(SECRET, codeOf(SECRET, step + near), now)).toBe(step + near)
  for (const far of [-3, -2, 2, 3])
    expect(stepOfCode(SECRET, codeOf(SECRET, step + far), now)).toBeUndefined()
  expect(stepOfCode(SECRET, '', now)).toBeUndefined()
})

test('secrets have 160 bits and differ', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(secrets).size).toBe(50)
})

test('the address for apps names the site and the account', () => {
  expect(addressOf('ABC', { site: 'Mein Archiv', username: 'jonas_w' })).toBe(
    'otpauth://totp/Mein%20Archiv:jonas_w?secret=ABC&issuer=Mein%20Archiv&algorithm=SHA1&digits=6&period=30',
  )
})
