import { expect, test } from 'vitest'
import { codesOf, comparing, slipsIn } from './similar-words.ts'
import { openWordList } from './word-list.ts'

/** Pseudo-random numbers, the same in each run. */
function* numbers(): Generator<number, never> {
  let state = 7
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state >>> 8
  }
}

const random = numbers()
const below = (limit: number) => random.next().value % limit
const syllables = ['ba', 'ber', 'dro', 'en', 'fü', 'ge', 'ka', 'lung', 'mi', 'nacht', 'or', 'schö', 'ta', 'x']
const word = () => Array.from({ length: 1 + below(4) }, () => syllables[below(syllables.length)]).join('')

test('every word that begins with, contains or resembles a text is found, and no other', () => {
  const words = [...new Set(Array.from({ length: 6000 }, word))]
  const list = openWordList()
  // Words are added in several calls, as they are read from the database.
  for (let from = 0; from < words.length; from += 700) list.add(words.slice(from, from + 700))
  for (let round = 0; round < 300; round += 1) {
    const whole = word()
    const text = whole.slice(below(2), 2 + below(whole.length))
    const sorted = (found: Iterable<string>) => [...found].toSorted()
    expect(sorted(list.beginning(text, Infinity))).toEqual(
      sorted(words.filter((one) => one.startsWith(text) && one !== text)),
    )
    expect(sorted(list.inside(text, Infinity))).toEqual(
      sorted(text.length < 3 ? [] : words.filter((one) => one.indexOf(text) > 0)),
    )
    const compare = comparing(text)
    const slips = (one: string) => compare?.whole(codesOf(one), 0, one.length, Infinity) ?? Infinity
    const near = words.filter(
      (one) => one !== text && slips(one) <= slipsIn(Math.max(text.length, one.length)),
    )
    const begun = words.filter(
      (one) =>
        one.length > text.length &&
        (compare?.beginning(codesOf(one), 0, one.length) ?? Infinity) <= slipsIn(text.length),
    )
    const isLong = slipsIn(text.length) > 0
    expect(sorted(list.near(text, Infinity).map((one) => one.word))).toEqual(
      sorted(near.length > 0 ? near : isLong ? begun : []),
    )
  }
})

test('no more words than are wanted are found, the shortest that contain a text', () => {
  const list = openWordList()
  list.add(['abendrot', 'morgenrot', 'rotwein', 'rotkohl', 'brot', 'rot'])
  expect([...list.beginning('rot', 1)]).toHaveLength(1)
  expect([...list.inside('rot', 2)]).toEqual(['brot', 'abendrot'])
})
