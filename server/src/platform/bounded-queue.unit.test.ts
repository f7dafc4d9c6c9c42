import { expect, test } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'

/** Jobs that record when they begin and end when the test ends them. */
function controlled() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('jobs of different owners alternate, however many one of them has queued', async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 10 })
  const { begun, work, end } = controlled()
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map(async (name) => queue.run(work(name), name[0]))
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('one owner runs one job at a time, so that another always finds a free place', async () => {
  const queue = boundedQueue({ atOnce: 2, waiting: 10 })
  const { begun, work, end } = controlled()
  const all = ['a1', 'a2', 'b1', 'b2'].map(async (name) => queue.run(work(name), name[0]))
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'b2'])
  for (const name of ['b2', 'a1', 'a2']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'b1', 'b2', 'a2'])
})

test('an owner of short jobs uses free places, and still alternates with others', async () => {
  const queue = boundedQueue({ atOnce: 2, waiting: 10 })
  const { begun, work, end } = controlled()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map(async (name) => queue.run(work(name), name[0], 2))
  expect(begun).toEqual(['a1', 'a2'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const name of ['a2', 'b1', 'a3', 'a4']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('one owner cannot fill the queue', async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 3, waitingPerOwner: 2 })
  const { work, end } = controlled()
  const all = ['a1', 'a2', 'a3'].map(async (name) => queue.run(work(name), 'a'))
  await expect(queue.run(work('a4'), 'a')).rejects.toMatchObject({ refusal: { status: 503 } })
  all.push(queue.run(work('b1'), 'b'))
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)
  await Promise.all(all)
})

test('jobs without an owner keep their order, as many at once as there are places', async () => {
  const queue = boundedQueue({ atOnce: 2, waiting: 2 })
  const { begun, work, end } = controlled()
  const all = ['1', '2', '3', '4'].map(async (name) => queue.run(work(name)))
  expect(begun).toEqual(['1', '2'])
  expect(queue.waiting()).toBe(2)
  await expect(queue.run(work('5'))).rejects.toMatchObject({ refusal: { status: 503 } })
  for (const name of ['2', '1', '3', '4']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['1', '2', '3', '4'])
})

test('a job that fails releases its place', async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 1 })
  const failing = async () => {
    throw new Error('broken')
  }
  await expect(queue.run(failing, 'a')).rejects.toThrow('broken')
  expect(await queue.run(async () => 'done', 'a')).toBe('done')
})
