import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { unauthenticated } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { createDomainEvents } from '#events/domain-events.ts'
import { memoryHub } from '#events/bus.memory.ts'
import { runningStreams } from './running-streams.ts'

const newStream = (requestedAt: number) => ({
  file: 'lied.mp3',
  response: new ServerResponse(new IncomingMessage(new Socket())),
  requestedAt,
})

test('no stream begins for a session that ended between the gate and the first byte', () => {
  const events = createDomainEvents(memoryHub().connect(() => {}))
  const streams = runningStreams({ events })
  const mara = { id: 'mara', sessionId: 'laptop' }
  const requestedAt = performance.now()
  events.emit('sessionsEnded', { sessionIds: ['laptop'], reason: 'elsewhere' })
  expect(() => streams.enter(mara, newStream(requestedAt))).toThrow(unauthenticated.text)
  streams.enter({ ...mara, sessionId: 'phone' }, newStream(requestedAt))
})

test('an account that got access may stream at once with a request made after that', async () => {
  const events = createDomainEvents(memoryHub().connect(() => {}))
  const streams = runningStreams({ events })
  const mara = { id: 'mara', sessionId: 'laptop' }
  const requestedAt = performance.now()
  events.emit('accessChanged', { userId: 'mara' })
  expect(() => streams.enter(mara, newStream(requestedAt))).toThrow(unauthenticated.text)
  await new Promise((resolve) => setImmediate(resolve))
  streams.enter(mara, newStream(performance.now()))
})
