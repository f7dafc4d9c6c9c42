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

test('no stream begins for a session that ended between the gate and the first byte', async () => {
  const events = createDomainEvents(memoryHub().connect(() => {}))
  const streams = runningStreams({ events })
  const mara = { id: 'mara', sessionId: 'laptop' }
  const requestedAt = performance.now()
  events.emit('sessionsEnded', { sessionIds: ['laptop'], reason: 'elsewhere' })
  await expect(streams.enter(mara, newStream(requestedAt))).rejects.toThrow(unauthenticated.text)
  await streams.enter({ ...mara, sessionId: 'phone' }, newStream(requestedAt))
})

test('an account that got access may stream at once with a request made after that', async () => {
  const events = createDomainEvents(memoryHub().connect(() => {}))
  const streams = runningStreams({ events })
  const mara = { id: 'mara', sessionId: 'laptop' }
  const requestedAt = performance.now()
  events.emit('accessChanged', { userId: 'mara' })
  await expect(streams.enter(mara, newStream(requestedAt))).rejects.toThrow(unauthenticated.text)
  await new Promise((resolve) => setImmediate(resolve))
  await streams.enter(mara, newStream(performance.now()))
})

test('a player that requests a whole queue at once gets its streams one after the other', async () => {
  const events = createDomainEvents(memoryHub().connect(() => {}))
  const streams = runningStreams({ events })
  const mara = { id: 'mara', sessionId: 'player' }
  const stream = () => newStream(performance.now())
  const leaves = await Promise.all(
    Array.from({ length: 6 }, async () => streams.patient.enter(mara, stream())),
  )
  const order: string[] = []
  const enter = async (name: string) => {
    const leave = await streams.patient.enter(mara, stream())
    order.push(name)
    return leave
  }
  const later = ['seventh', 'eighth'].map(enter)
  await streams.patient.enter({ id: 'bo', sessionId: 'other' }, stream())
  await expect(streams.enter(mara, stream())).rejects.toThrow(/Zu viele/)
  expect(order).toEqual([])
  leaves[3]?.()
  const leaveSeventh = await later[0]
  expect(order).toEqual(['seventh'])
  leaveSeventh?.()
  await later[1]
  await expect(streams.enter(mara, stream())).rejects.toThrow(/Zu viele/)
})

test('a waiting stream ends with its receiver, with its credential and after its time', async () => {
  const events = createDomainEvents(memoryHub().connect(() => {}))
  const streams = runningStreams({ events }, { waitMs: 20 })
  const mara = { id: 'mara', sessionId: 'player' }
  const enter = async (stream = newStream(performance.now())) => streams.patient.enter(mara, stream)
  const [leave] = await Promise.all(Array.from({ length: 6 }, async () => enter()))
  await expect(enter()).rejects.toThrow(/Zu viele/)

  const patient = runningStreams({ events }).patient
  const leaves = await Promise.all(
    Array.from({ length: 6 }, async () => patient.enter(mara, newStream(performance.now()))),
  )
  const gone = newStream(performance.now())
  const waits = patient.enter(mara, gone)
  gone.response.emit('close')
  await expect(waits).rejects.toThrow(/Zu viele/)
  const revoked = patient.enter(mara, newStream(performance.now()))
  const next = patient.enter({ ...mara, sessionId: 'other' }, newStream(performance.now()))
  events.emit('sessionsEnded', { sessionIds: ['player'], reason: 'elsewhere' })
  leaves[0]?.()
  await expect(revoked).rejects.toThrow(unauthenticated.text)
  // The stream whose credential had ended was rejected and does not count as a running stream.
  ;(await next)()
  leave?.()
})

test('at most sixty streams of an account wait', async () => {
  const events = createDomainEvents(memoryHub().connect(() => {}))
  const { patient } = runningStreams({ events }, { waitMs: 50 })
  const mara = { id: 'mara', sessionId: 'player' }
  const all = Array.from({ length: 67 }, async () => patient.enter(mara, newStream(performance.now())))
  await expect(all[66]).rejects.toThrow(/Zu viele/)
  expect((await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
})
