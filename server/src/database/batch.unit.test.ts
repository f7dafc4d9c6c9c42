import { expect, test } from 'vitest'
import { batch } from './batch.ts'

/** A function to batch whose calls end only when the test ends them. */
function readings() {
  const begun: { keys: readonly string[]; end: (result: string) => void; fail: (error: Error) => void }[] = []
  const read = batch(
    async (keys: readonly string[]) =>
      new Promise<string>((end, fail) => {
        begun.push({ keys, end, fail })
      }),
  )
  const at = async (place: number) => {
    await expect.poll(() => begun.length).toBeGreaterThan(place)
    const reading = begun[place]
    if (reading === undefined) throw new Error('There is no such reading')
    return reading
  }
  return { read, at, begun }
}

test('keys that are requested while a batch is running form the next batch, each key once', async () => {
  const { read, at, begun } = readings()
  const first = read('a')
  const one = await at(0)
  const later = [read('b'), read('c'), read('b')]
  expect(begun).toHaveLength(1)
  one.end('old')
  await expect(first).resolves.toBe('old')
  const two = await at(1)
  expect(two.keys).toEqual(['b', 'c'])
  two.end('new')
  await expect(Promise.all(later)).resolves.toEqual(['new', 'new', 'new'])
})

test('a call that is made while a batch is running does not get the result of that batch', async () => {
  const { read, at } = readings()
  const before = read('a')
  const one = await at(0)
  const after = read('a')
  one.end('before the change')
  const two = await at(1)
  two.end('after the change')
  await expect(Promise.all([before, after])).resolves.toEqual(['before the change', 'after the change'])
})

test('a batch that fails rejects its own calls only, and the next one runs', async () => {
  const { read, at } = readings()
  const first = read('a')
  const one = await at(0)
  const second = read('b')
  one.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  const two = await at(1)
  two.end('back')
  await expect(second).resolves.toBe('back')
})
