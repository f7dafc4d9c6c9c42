import { expect, test, vi } from 'vitest'
import { openChannel } from './channel.ts'

test('a message reaches the tab that sends it; after the end nothing is sent, and nothing fails', () => {
  const receive = vi.fn()
  const channel = openChannel(receive)
  channel.send({ type: 'changed' })
  expect(receive).toHaveBeenCalledExactlyOnceWith({ type: 'changed' })
  channel.close()
  channel.send({ type: 'retry' })
  expect(receive).toHaveBeenCalledOnce()
})
