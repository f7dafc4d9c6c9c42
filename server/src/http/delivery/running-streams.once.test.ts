import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { unauthenticated } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { announcementsOver } from '#events/announcements.ts'
import { memoryHub } from '#events/bus.memory.ts'
import { runningStreams } from './running-streams.ts'

const newStream = (askedAt: number) => ({
  file: 'lied.mp3',
  response: new ServerResponse(new IncomingMessage(new Socket())),
  askedAt,
})

test('no stream begins for a session that ended between the gate and the first byte', () => {
  const announcements = announcementsOver(memoryHub().connect(() => {}))
  const streams = runningStreams({ announcements })
  const mara = { id: 'mara', sessionId: 'laptop' }
  const askedAt = performance.now()
  announcements.tell('sessionsEnded', { sessionIds: ['laptop'], reason: 'elsewhere' })
  expect(() => streams.enter(mara, newStream(askedAt))).toThrow(unauthenticated.text)
  streams.enter({ ...mara, sessionId: 'phone' }, newStream(askedAt))
})

test('who got access may listen at once, with a request that came after that', async () => {
  const announcements = announcementsOver(memoryHub().connect(() => {}))
  const streams = runningStreams({ announcements })
  const mara = { id: 'mara', sessionId: 'laptop' }
  const askedAt = performance.now()
  announcements.tell('accessChanged', { userId: 'mara' })
  expect(() => streams.enter(mara, newStream(askedAt))).toThrow(unauthenticated.text)
  await new Promise((resolve) => setImmediate(resolve))
  streams.enter(mara, newStream(performance.now()))
})
