import { expect, onTestFinished, test, vi } from 'vitest'
import { startPeers } from './peers.ts'

test('when one of the shared servers cannot start, the other one does not keep running', async () => {
  const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = children()
  // The files after this one run in the same process.
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('REDIS_SERVER', '/nowhere/redis-server')
  await expect(startPeers()).rejects.toThrow('ENOENT')
  // A process is counted until a moment after its end.
  await expect.poll(children).toBeLessThanOrEqual(before)
})
