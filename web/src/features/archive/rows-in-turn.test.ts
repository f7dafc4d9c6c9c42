import { describe, expect, it } from 'vitest'
import { nextRows } from './rows-in-turn.ts'

describe('rows in turn', () => {
  it('draws from the first row of the window downwards, then those above, and lets the farthest go', () => {
    expect(nextRows([0, 1, 2], [1, 2, 3, 4], 2)).toEqual([1, 2, 3])
    expect(nextRows([5, 6], [2, 3, 4, 5], 4)).toEqual([4, 5])
    expect(nextRows([4, 5], [2, 3, 4, 5], 4)).toEqual([3, 4, 5])
  })

  it('comes to what is wanted however far the window has jumped, with one row more in each step', () => {
    const wanted = [100, 101, 102, 103, 104]
    let drawn: readonly number[] = [0, 1, 2, 3]
    const steps = []
    for (let step = 0; step < 5; step += 1) {
      const next = nextRows(drawn, wanted, 102)
      steps.push(next.filter((row) => !drawn.includes(row)))
      drawn = next
    }
    expect(steps.map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1])
    expect(steps[0]).toEqual([102])
    expect(drawn).toEqual(wanted)
  })

  it('leaves alone what is as it should be', () => {
    const drawn = [4, 5]
    expect(nextRows(drawn, [4, 5], 4)).toBe(drawn)
  })
})
