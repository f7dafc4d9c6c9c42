import { expect, test } from 'vitest'
import { keptReads } from './kept-reads.ts'

test('what was read is kept, the last ones only, and what does not exist is looked for again', async () => {
  const asked: (readonly string[])[] = []
  const read = keptReads(2, async (ids) => {
    asked.push(ids)
    return new Map(ids.filter((id) => id !== 'none').map((id) => [id, id.toUpperCase()]))
  })
  const found = async (...ids: string[]) => [...(await read(ids)).values()].toSorted()
  expect(await found('a', 'b')).toEqual(['A', 'B'])
  expect(await found('b', 'a', 'none')).toEqual(['A', 'B'])
  expect(await found('none', 'c')).toEqual(['C'])
  expect(await found()).toEqual([])
  expect(asked).toEqual([['a', 'b'], ['none'], ['none', 'c']])
  // One call with more ids than the cache holds.
  expect(await found('a', 'b', 'c', 'd')).toEqual(['A', 'B', 'C', 'D'])
  expect(await found('d')).toEqual(['D'])
  expect(asked).toHaveLength(4)
})
