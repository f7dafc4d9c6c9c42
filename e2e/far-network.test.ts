import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startFarNetwork } from './far-network.ts'

const WORDS = 40_000

/** Numbers in their order, so that bytes in another order are seen. */
const numbers = Buffer.from(Uint32Array.from({ length: WORDS }, (_, index) => index).buffer)

test('bytes are late, but complete and in their order', async () => {
  const target = createServer((socket) => {
    void (async () => {
      for (let at = 0; at < numbers.length; at += 4000) {
        socket.write(numbers.subarray(at, at + 4000))
        await pause(1)
      }
      socket.end()
    })()
  }).listen(0, '127.0.0.1')
  await once(target, 'listening')
  const address = target.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen')
  await using far = await startFarNetwork(address.port, { delayMs: 20, loss: 0.1, resentAfterMs: 60 })
  // A busy thread, whose timers are late.
  const busy = setInterval(() => {
    const until = performance.now() + 3
    while (performance.now() < until);
  }, 5)
  const begun = performance.now()
  const received = await Promise.all([1, 2, 3, 4].map(async () => buffer(connect(far.port, '127.0.0.1'))))
  clearInterval(busy)
  target.close()
  for (const each of received) expect(each.equals(numbers)).toBe(true)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(20)
})
