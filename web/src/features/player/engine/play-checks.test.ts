import { expect, test, vi } from 'vitest'
import { loseConnection } from '#testing/lose-connection.ts'
import { trackNamed } from '../order/named-tracks.ts'
import { createPlayChecks } from './play-checks.ts'

test('without a connection a press on a track says that it does not lie on this device, unless it does', () => {
  const showAway = vi.fn()
  const checks = createPlayChecks({ isLoggedIn: () => true, showError: () => undefined, showAway })
  expect(checks.isUnplayable(trackNamed('a'))).toBe(false)
  loseConnection({ files: new Map([['b.mp3', { version: 'b', state: 'ready', share: 1 }]]) })
  expect(checks.isUnplayable(trackNamed('b'))).toBe(false)
  expect(showAway).not.toHaveBeenCalled()
  expect(checks.isUnplayable(trackNamed('a'))).toBe(true)
  expect(showAway).toHaveBeenCalledOnce()
})
