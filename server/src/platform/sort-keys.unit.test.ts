import { describe, expect, test } from 'vitest'
import { type Placed, placeAbove, planMoves } from './sort-keys.ts'

/** A list whose ids are letters. Its keys have the distances that uploads create. */
function listOf(letters: string): Placed[] {
  let place: number | undefined
  return letters
    .split('')
    .toReversed()
    .map((id) => {
      place = placeAbove(place)
      return { id, place }
    })
    .toReversed()
}

function moved(list: readonly Placed[], wanted: string): { list: Placed[]; moves: number } {
  const moves = planMoves(list, wanted.split(''))
  const next = list.map(({ id, place }) => ({ id, place: moves.get(id) ?? place }))
  return { list: next.sort((a, b) => a.place - b.place), moves: moves.size }
}

const orderOf = (list: readonly Placed[]) => list.map(({ id }) => id).join('')

describe('moving', () => {
  test.each<[from: string, to: string, moves: number]>([
    ['abcdef', 'abcdef', 0],
    ['abcdef', 'bcdefa', 1],
    ['abcdef', 'fabcde', 1],
    ['abcdef', 'acbdef', 1],
    ['abcdef', 'adbcef', 1],
    ['abcdef', 'fedcba', 5],
    ['abcdef', 'efabcd', 2],
    ['ab', 'ba', 1],
    ['a', 'a', 0],
    ['', '', 0],
  ])('%s to %s moves %i', (from, to, moves) => {
    const result = moved(listOf(from), to)
    expect(orderOf(result.list)).toBe(to)
    expect(result.moves).toBe(moves)
  })

  test('to the same position again and again always finds a free key', () => {
    let list = listOf('abcdefghij')
    let most = 0
    for (let round = 0; round < 500; round += 1) {
      const order = orderOf(list)
      const wanted = `${order[0]}${order.at(-1)}${order.slice(1, -1)}`
      const result = moved(list, wanted)
      expect(orderOf(result.list)).toBe(wanted)
      expect(new Set(result.list.map(({ place }) => place)).size).toBe(list.length)
      most = Math.max(most, result.moves)
      list = result.list
    }
    expect(most).toBeGreaterThan(1)
  })

  test('any order can be changed to any other', () => {
    let seed = 7
    const random = () => (seed = (seed * 16_807) % 2_147_483_647)
    let list = listOf('abcdefghijklmnopqrstuvwxyz')
    for (let round = 0; round < 200; round += 1) {
      const wanted = orderOf(list)
        .split('')
        .map((id) => ({ id, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ id }) => id)
        .join('')
      list = moved(list, wanted).list
      expect(orderOf(list)).toBe(wanted)
    }
  })
})

test('a new album comes before all others', () => {
  const first = placeAbove(undefined)
  expect(placeAbove(first)).toBeLessThan(first)
})
