import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { logTo } from '#platform/log.ts'
import { forwardTyping } from './typing.ts'

test('the end of typing arrives after its beginning, however long the database takes for each', async () => {
  const send: ((isTyping: boolean) => void)[] = []
  const sent: unknown[] = []
  const reads: (() => void)[] = []
  const sockets: Parameters<typeof forwardTyping>[0] = {
    on: (_type, handler) => {
      const from = { holder: { userId: 'anna' } }
      send.push((isTyping) => handler(from, { type: 'typing', isTyping, conversationId: 'direct' }))
    },
    watch: () => {},
    connectionsOf: () => [],
    broadcastLocally: () => {},
    sendToUsers: (_userIds, message) => void sent.push(message),
  }
  const person = { id: 'anna', username: 'anna', displayName: 'Anna', photoURL: null }
  forwardTyping(
    sockets,
    { personOf: () => person },
    {
      bus: memoryHub().connect(() => {}),
      log: logTo('silent'),
      limit: { run: (_userId, _kind, broadcast) => broadcast(), close: () => {} },
      restricted: { bannedIds: () => new Set(), mayWrite: () => true },
      blocks: { hiddenFrom: () => new Set() },
      recipientsOf: async () => {
        await new Promise<void>((resolve) => reads.push(resolve))
        return ['bert']
      },
    },
  )
  send[0]?.(true)
  send[0]?.(false)
  // The read that began last is answered first.
  while (sent.length < 2) {
    await turn()
    reads.pop()?.()
  }
  expect(sent).toMatchObject([{ isTyping: true }, { isTyping: false }])
})
