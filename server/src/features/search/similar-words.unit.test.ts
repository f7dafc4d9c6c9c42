import { expect, test } from 'vitest'
import {
  bitsBeyond,
  codesOf,
  comparing,
  lettersOf,
  type Part,
  partsOf,
  shiftsOf,
  slipsIn,
} from './similar-words.ts'

/** Computes the distance with the table of the textbook algorithm (optimal string alignment). */
function distanceByTable(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      )
      rows[row]?.splice(column, 1, least)
    }
  return at(one.length, other.length)
}

function wholeDistance(one: string, other: string, most = Infinity): number | undefined {
  // The word is between other letters, which must not be compared.
  return comparing(one)?.whole(codesOf(`x${other}y`), 1, 1 + other.length, most)
}

function distanceOfBeginning(one: string, other: string): number | undefined {
  return comparing(one)?.beginning(codesOf(`x${other}y`), 1, 1 + other.length)
}

/** Pseudo-random numbers, the same in each run. */
function* numbers(): Generator<number, never> {
  let state = 42
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state >>> 8
  }
}

test('the distances of thousands of words are those of the textbook', () => {
  const random = numbers()
  const below = (limit: number) => random.next().value % limit
  const word = () => Array.from({ length: below(12) }, () => 'abcäß日'[below(6)]).join('')
  for (let round = 0; round < 5000; round += 1) {
    const [one, other] = [word(), word()]
    if (one === '') {
      expect(comparing(one)).toBeUndefined()
      continue
    }
    const beginnings = Array.from({ length: other.length + 1 }, (_, end) => other.slice(0, end))
    const whole = distanceByTable(one, other)
    const most = below(12)
    expect({
      one,
      other,
      whole: wholeDistance(one, other),
      beginning: distanceOfBeginning(one, other),
    }).toEqual({
      one,
      other,
      whole,
      beginning: Math.min(...beginnings.map((begin) => distanceByTable(one, begin))),
    })
    const found = wholeDistance(one, other, most) ?? 0
    expect({ one, other, most, isRight: whole > most ? found > most : found === whole }).toEqual({
      one,
      other,
      most,
      isRight: true,
    })
  }
})

test('the longest word that is compared has 31 letters', () => {
  const longest = 'x'.repeat(31)
  expect(wholeDistance(longest, `${longest}y`)).toBe(1)
  expect(distanceOfBeginning(longest, `${longest}y`)).toBe(0)
  expect(comparing(`${longest}x`)).toBeUndefined()
})

test('one slip is allowed in words of four to seven letters, two in longer ones', () => {
  expect([1, 3, 4, 7, 8, 30].map(slipsIn)).toEqual([0, 0, 1, 1, 2, 2])
})

test('each slip changes at most one of the letters that only one of two words has', () => {
  const beyond = (most: number, one: string, other: string) =>
    bitsBeyond(most, lettersOf(one) & ~lettersOf(other))
  expect(beyond(1, 'nordlicht', 'nordlict')).toBe(0)
  expect(beyond(1, 'nordlict', 'nordlicht')).toBe(0)
  expect(beyond(1, 'abc', 'cde')).not.toBe(0)
  expect(beyond(2, 'abc', 'cde')).toBe(0)
  expect(beyond(2, 'abc', 'xyz')).not.toBe(0)
})

test('every text with few slips contains a part of the word, near where the word has it', () => {
  const random = numbers()
  const below = (limit: number) => random.next().value % limit
  const letter = () => String.fromCharCode(97 + below(4))
  const withSlip = (word: string) => {
    const at = below(word.length)
    const [before, one, two, behind] = [
      word.slice(0, at),
      word.charAt(at),
      word.charAt(at + 1),
      word.slice(at + 2),
    ]
    const ways = [two + behind, one + letter() + two + behind, letter() + two + behind, two + one + behind]
    return before + ways[below(ways.length)]
  }
  let compared = 0
  for (let round = 0; round < 20_000; round += 1) {
    const slips = 1 + below(2)
    const word = Array.from({ length: (slips === 1 ? 4 : 6) + below(9) }, letter).join('')
    const other = slips === 1 ? withSlip(word) : withSlip(withSlip(word))
    // Two slips at the same letters may count as three; such words are not similar.
    if ((wholeDistance(word, other, slips) ?? Infinity) > slips) continue
    compared += 1
    const parts = partsOf(word, slips)
    expect(parts.every(({ text }) => text.length > 1)).toBe(true)
    expect({
      word,
      other,
      isFound: parts.some((part) => isIn(other, part, other.length - word.length)),
    }).toEqual({
      word,
      other,
      isFound: true,
    })
  }
  expect(compared).toBeGreaterThan(15_000)
})

function isIn(text: string, part: Part, longerBy: number): boolean {
  const shifts = shiftsOf(part.slips, longerBy)
  if (shifts === undefined) return false
  const at = text.indexOf(part.text, part.from + shifts.least)
  return at !== -1 && at <= part.from + shifts.most
}

test('a word of three letters without one of four is found by two of its letters', () => {
  expect(partsOf('not', 1)).toEqual([
    { text: 'no', from: 0, slips: 1 },
    { text: 'ot', from: 1, slips: 1 },
  ])
})
