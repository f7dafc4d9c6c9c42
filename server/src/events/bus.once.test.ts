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

const twins = {
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

describe.each(Object.entries(twins))('the bus %s', (_name, twin) => {
  test('carries what one process tells to all others, in order, and not back to the teller', async () => {
    const open = twin()
    const [speaker, one, other] = [await open(), await open(), await open()]
    const heard = [one, other].map((bus) => {
      const words: string[] = []
      bus.topic('greeting', Greeting).listen((value, from) => words.push(`${from} ${value.words}`))
      return words
    })
    const own: string[] = []
    const topic = speaker.topic('greeting', Greeting)
    topic.listen(({ words }) => own.push(words))
    const many = Array.from({ length: 200 }, (_, number) => `Grüße ${number} 😀`)
    for (const words of many) topic.tell({ words })
    const expected = many.map((words) => `${speaker.self} ${words}`)
    await eventually(() => expect(heard).toEqual([expected, expected]))
    expect(own).toEqual([])
  })

  test('leaves out what has another shape, and goes on when a listener fails', async () => {
    const open = twin()
    const speaker = await open()
    const listener = await open()
    const heard: string[] = []
    listener.topic('greeting', Greeting).listen(({ words }) => heard.push(words))
    const told = speaker.topic('greeting', z.object({ words: z.unknown() }))
    told.tell({ words: 7 })
    told.tell({ words: 'gut' })
    await eventually(() => expect(heard).toEqual(['gut']))
  })

  test('is quiet once it is closed', async () => {
    const open = twin()
    const [speaker, leaver, stayer] = [await open(), await open(), await open()]
    const heard: string[] = []
    leaver.topic('greeting', Greeting).listen(() => heard.push('leaver'))
    stayer.topic('greeting', Greeting).listen(() => heard.push('stayer'))
    await leaver.close()
    speaker.topic('greeting', Greeting).tell({ words: 'da?' })
    await eventually(() => expect(heard).toEqual(['stayer']))
  })
})

test('installations that share a Redis do not hear each other', async () => {
  const ours = await openOverRedis('our secret')
  const alsoOurs = await openOverRedis('our secret')
  const theirs = await openOverRedis('their secret')
  const heard: string[] = []
  theirs.topic('greeting', Greeting).listen(() => heard.push('theirs'))
  alsoOurs.topic('greeting', Greeting).listen(() => heard.push('ours'))
  ours.topic('greeting', Greeting).tell({ words: 'geheim' })
  await eventually(() => expect(heard).toContain('ours'))
  expect(heard).toEqual(['ours'])
})

test('a Redis that goes and comes back is noticed, and carries again', async () => {
  const own = await startRedis()
  onTestFinished(async () => own.stop())
  const open = async () => {
    const bus = await openRedisBus({ url: own.url, secret: 'goes and comes', log })
    onTestFinished(async () => bus.close())
    return bus
  }
  const [one, other] = [await open(), await open()]
  const heard: string[] = []
  let returns = 0
  one.onReturn(() => (returns += 1))
  other.topic('greeting', Greeting).listen(({ words }) => heard.push(words))
  const topic = one.topic('greeting', Greeting)
  await eventually(() => expect([one.isUp(), other.isUp()]).toEqual([true, true]))
  const before = returns

  await own.stop()
  await eventually(() => expect([one.isUp(), other.isUp()]).toEqual([false, false]))
  topic.tell({ words: 'verloren' })
  await own.start()
  await eventually(() => expect([one.isUp(), other.isUp()]).toEqual([true, true]))
  expect(returns).toBe(before + 1)
  topic.tell({ words: 'wieder da' })
  await eventually(() => expect(heard).toEqual(['wieder da']))
})

test('a start without Redis does not wait for it, and finds it later', async () => {
  const own = await startRedis()
  onTestFinished(async () => own.stop())
  await own.stop()
  const bus = await openRedisBus({ url: own.url, secret: 'later', log })
  onTestFinished(async () => bus.close())
  expect(bus.isUp()).toBe(false)
  await own.start()
  await eventually(() => expect(bus.isUp()).toBe(true))
})
