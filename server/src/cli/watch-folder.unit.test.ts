import { expect, test } from 'vitest'
import { watchFolder } from './watch-folder.ts'

test('a folder whose changes are not reported is read again and again, until it ends', async () => {
  const stop = new AbortController()
  const watched = watchFolder('/nirgendwo', stop.signal, () => {}, 5)
  let reads = 0
  for await (const _change of watched.changes()) {
    reads += 1
    if (reads === 3) stop.abort()
  }
  expect(reads).toBe(3)
})
