import { expect, test } from 'vitest'
import { preparedScreen } from './prepared.ts'

test.each([
  ['/', 'login'],
  ['/login', 'login'],
  ['/archive', 'login'],
  ['/reset-password', 'login'],
  ['/reset-password/abc', undefined],
  ['/restore-email', undefined],
  ['/register', 'register'],
  ['/verify-email', undefined],
  ['/connect-app', undefined],
  ['/connect-app/x', 'login'],
])('a visitor who is not logged in sees at %s: %s', (path, screen) => {
  expect(preparedScreen(path)).toBe(screen)
})
