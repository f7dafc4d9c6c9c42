import { describe, expect, it } from 'vitest'
import { nextRows, type DrawnRow } from './progressive-rows.ts'

const whole = (index: number): DrawnRow => ({ index, cards: 4, hasCovers: true })
const bare = (index: number): DrawnRow => ({ index, cards: 4, hasCovers: false })
const begun = (index: number, cards: number): DrawnRow => ({ index, cards, hasCovers: false })
const step = { cards: 4, withCovers: false }

describe('rows in turn', () => {
  it('draws from the first row of the window downwards, then those above, and lets the farthest go', () => {
    const near = (rows: number[], first: number) => ({ rows, first, columns: 4 })
    expect(nextRows([0, 1, 2].map(whole), near([1, 2, 3, 4], 2), step)).toEqual([whole(1), whole(2), bare(3)])
    expect(nextRows([5, 6].map(whole), near([2, 3, 4, 5], 4), step)).toEqual([bare(4), whole(5)])
    expect(nextRows([4, 5].map(whole), near([2, 3, 4, 5], 4), step)).toEqual([bare(3), whole(4), whole(5)])
  })

  it('draws as many cards in a step as it may, and goes on in the middle of a row', () => {
    const wanted = { rows: [7, 8], first: 7, columns: 4 }
    const some = nextRows([], wanted, { cards: 3, withCovers: false })
    expect(some).toEqual([begun(7, 3)])
    expect(nextRows(some, wanted, { cards: 3, withCovers: false })).toEqual([bare(7), begun(8, 2)])
  })

  it('shows the covers of a row in each step once all cards are there, the window’s first', () => {
    const wanted = { rows: [6, 7, 8], first: 7, columns: 4 }
    const steps: (readonly DrawnRow[])[] = [[bare(6), bare(7), begun(8, 2)]]
    for (let turn = 0; turn < 4; turn += 1)
      steps.push(nextRows(steps.at(-1) ?? [], wanted, { cards: 4, withCovers: true }))
    expect(steps.slice(1)).toEqual([
      [bare(6), bare(7), bare(8)],
      [bare(6), whole(7), bare(8)],
      [bare(6), whole(7), whole(8)],
      [whole(6), whole(7), whole(8)],
    ])
  })

  it('shows no covers while the list goes by too fast to see them', () => {
    const drawn = [bare(7), bare(8)]
    expect(nextRows(drawn, { rows: [7, 8], first: 7, columns: 4 }, step)).toBe(drawn)
  })

  it('comes to what is wanted however far the window has jumped', () => {
    const wanted = { rows: [100, 101, 102, 103, 104], first: 102, columns: 4 }
    let drawn: readonly DrawnRow[] = [0, 1, 2, 3].map(whole)
    for (let turn = 0; turn < 10; turn += 1) drawn = nextRows(drawn, wanted, { cards: 4, withCovers: true })
    expect(drawn).toEqual(wanted.rows.map(whole))
    expect(nextRows(drawn, wanted, { cards: 4, withCovers: true })).toBe(drawn)
  })
})
