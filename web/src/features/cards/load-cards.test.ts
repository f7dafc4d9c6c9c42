import { CARDS_MAX, type Card, type CardContent } from '@tonarchiv/contract/cards'
import { expect, test } from 'vitest'
import { createCardLoader } from './load-cards.ts'

const track = (id: string): Card => ({ kind: 'track', id })

function loader(answer: (cards: readonly Card[]) => readonly CardContent[] = (cards) => cards.map(shown)) {
  const calls: string[][] = []
  const load = createCardLoader(async (cards) => {
    calls.push(cards.map(({ id }) => id))
    return answer(cards)
  })
  return { calls, load }
}

const shown = ({ id }: Card): CardContent => ({ state: 'shown', peaks: [Number(id)] })

test('the cards of a page are read by one call, and each gets its own content', async () => {
  const { calls, load } = loader()
  const contents = await Promise.all(['1', '2', '3'].map((id) => load(track(id))))
  expect(calls).toEqual([['1', '2', '3']])
  expect(contents.map(({ peaks }) => peaks)).toEqual([[1], [2], [3]])
  await load(track('4'))
  expect(calls).toHaveLength(2)
})

test('more cards than a call may have are read by several', async () => {
  const { calls, load } = loader()
  const ids = Array.from({ length: CARDS_MAX + 1 }, (_, index) => String(index))
  await Promise.all(ids.map((id) => load(track(id))))
  expect(calls.map(({ length }) => length)).toEqual([CARDS_MAX, 1])
})

test('a failed call and an answer that is too short reject their cards only', async () => {
  const failing = loader(() => {
    throw new Error('no')
  })
  expect(
    (await Promise.allSettled([failing.load(track('1')), failing.load(track('2'))])).map(
      ({ status }) => status,
    ),
  ).toEqual(['rejected', 'rejected'])
  const short = loader((cards) => cards.slice(1).map(shown))
  const settled = await Promise.allSettled([short.load(track('1')), short.load(track('2'))])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
