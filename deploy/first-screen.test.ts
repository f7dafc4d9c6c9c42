import { expect, test } from 'vitest'
import { filesNamedBy, weigh } from '../bench/parts/web-files.ts'

/** docs/performance.md G-14, in bytes. */
const FIRST_SCREEN_MAX = 70_000

test('scripts and styles of the login page weigh no more than the first screen may', async () => {
  const { files, sentBytes } = await weigh(await filesNamedBy('login.html'))
  expect(files).toBeGreaterThan(1)
  expect(sentBytes).toBeLessThanOrEqual(FIRST_SCREEN_MAX)
})
