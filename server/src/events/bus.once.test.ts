import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { eventually } from '#testing/eventually.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { logTo } from '#platform/log.ts'
import type { Bus } from './bus.ts'
import { memoryHub } from './bus.memory.ts'
import { openRedisBus } from './bus.redis.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => redis.stop())

const Greeting = z.object({ words: z.string() })
const log = logTo('silent')

async function openOverRedis(secret = 'one installation'): Promise<Bus> {
  const bus = await openRedisBus({ url: redis.url, secret, log })
  onTestFinished(async () => bus.close())
  await eventually(() => expect(bus.isUp()).toBe(true))
  return bus
}

const adapters = {
  'in the process': () => {
    const hub = memoryHub()
    return async () => {
      const bus = hub.connect((error) => {
        throw error
      })
      onTestFinished(async () => bus.close())
      return bus
    }
  },
  'over Redis': () => async () => openOverRedis(),
}

describe.each(Object.entries(adapters))('the bus %s', (_name, adapter) => {
  test('carries messages of one process to all others, in order, and not back to the sender', async () => {
    const open = adapter()
    const [publisher, one, other] = [await open(), await open(), await open()]
    const received = [one, other].map((bus) => {
      const words: string[] = []
      bus.topic('greeting', Greeting).subscribe((value, from) => words.push(`${from} ${value.words}`))
      return words
    })
    const own: string[] = []
    const topic = publisher.topic('greeting', Greeting)
    topic.subscribe(({ words }) => own.push(words))
    const many = Array.from({ length: 200 }, (_, number) => `Grüße ${number} 😀`)
    for (const words of many) topic.publish({ words })
    const expected = many.map((words) => `${publisher.self} ${words}`)
    await eventually(() => expect(received).toEqual([expected, expected]))
    expect(own).toEqual([])
  })

  test('ignores messages of another shape, and continues when a handler fails', async () => {
    const open = adapter()
    const publisher = await open()
    const listener = await open()
    const received: string[] = []
    listener.topic('greeting', Greeting).subscribe(({ words }) => received.push(words))
    const sent = publisher.topic('greeting', z.object({ words: z.unknown() }))
    sent.publish({ words: 7 })
    sent.publish({ words: 'gut' })
    await eventually(() => expect(received).toEqual(['gut']))
  })

  test('delivers nothing after it is closed', async () => {
    const open = adapter()
    const [publisher, leaver, stayer] = [await open(), await open(), await open()]
    const received: string[] = []
    leaver.topic('greeting', Greeting).subscribe(() => received.push('leaver'))
    stayer.topic('greeting', Greeting).subscribe(() => received.push('stayer'))
    await leaver.close()
    publisher.topic('greeting', Greeting).publish({ words: 'da?' })
    await eventually(() => expect(received).toEqual(['stayer']))
  })
})

test('installations that share a Redis do not receive each other’s messages', async () => {
  const ours = await openOverRedis('our secret')
  const alsoOurs = await openOverRedis('our secret')
  const theirs = await openOverRedis('their secret')
  const received: string[] = []
  theirs.topic('greeting', Greeting).subscribe(() => received.push('theirs'))
  alsoOurs.topic('greeting', Greeting).subscribe(() => received.push('ours'))
  ours.topic('greeting', Greeting).publish({ words: 'geheim' })
  await eventually(() => expect(received).toContain('ours'))
  expect(received).toEqual(['ours'])
})

test('the loss and return of Redis is detected, and messages are carried again', async () => {
  const own = await startRedis()
  onTestFinished(async () => own.stop())
  const open = async () => {
    const bus = await openRedisBus({ url: own.url, secret: 'goes and comes', log })
    onTestFinished(async () => bus.close())
    return bus
  }
  const [one, other] = [await open(), await open()]
  const received: string[] = []
  let returns = 0
  one.onReturn(() => (returns += 1))
  other.topic('greeting', Greeting).subscribe(({ words }) => received.push(words))
  const topic = one.topic('greeting', Greeting)
  await eventually(() => expect([one.isUp(), other.isUp()]).toEqual([true, true]))
  const before = returns

  await own.stop()
  await eventually(() => expect([one.isUp(), other.isUp()]).toEqual([false, false]))
  topic.publish({ words: 'verloren' })
  await own.start()
  await eventually(() => expect([one.isUp(), other.isUp()]).toEqual([true, true]))
  expect(returns).toBe(before + 1)
  topic.publish({ words: 'wieder da' })
  await eventually(() => expect(received).toEqual(['wieder da']))
})

test('a start without Redis does not wait for it, and connects later', async () => {
  const own = await startRedis()
  onTestFinished(async () => own.stop())
  await own.stop()
  const bus = await openRedisBus({ url: own.url, secret: 'later', log })
  onTestFinished(async () => bus.close())
  expect(bus.isUp()).toBe(false)
  await own.start()
  await eventually(() => expect(bus.isUp()).toBe(true))
})
