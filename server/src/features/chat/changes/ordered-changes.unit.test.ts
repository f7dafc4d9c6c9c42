import type { ChatChange } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { dice } from '#testing/dice.ts'
import { OrderedChanges } from './ordered-changes.ts'

const change = (revision: number): ChatChange => ({ type: 'chatMessageDeleted', id: `${revision}`, revision })

test('changes that arrive early wait for those before them, and none is delivered twice', () => {
  const delivered: number[] = []
  const ordered = new OrderedChanges(4, ({ revision }) => delivered.push(revision))
  for (const revision of [3, 6, 7, 6]) ordered.take(change(revision))
  expect([delivered, ordered.hasGap, ordered.revision]).toEqual([[], true, 4])
  for (const revision of [5, 5, 8]) ordered.take(change(revision))
  expect([delivered, ordered.hasGap, ordered.revision]).toEqual([[5, 6, 7, 8], false, 8])
})

test('revisions without a change are skipped, and waiting changes after them are delivered', () => {
  const delivered: number[] = []
  const ordered = new OrderedChanges(0, ({ revision }) => delivered.push(revision))
  for (const revision of [2, 5, 6]) ordered.take(change(revision))
  ordered.skipTo(4)
  expect([delivered, ordered.hasGap, ordered.revision]).toEqual([[5, 6], false, 6])
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'in whatever order changes come and however often, all are delivered once and in order (%i)',
  (seed) => {
    const throwDice = dice(seed * 7919)
    const delivered: number[] = []
    const ordered = new OrderedChanges(0, ({ revision }) => delivered.push(revision))
    const wanted = Array.from({ length: 200 }, (_, index) => index + 1)
    const coming = wanted.flatMap((revision) => (throwDice(3) === 0 ? [revision, revision] : [revision]))
    while (coming.length > 0) {
      const [revision = 0] = coming.splice(throwDice(Math.min(20, coming.length)), 1)
      ordered.take(change(revision))
      expect(delivered).toEqual(wanted.slice(0, ordered.revision))
    }
    expect([delivered, ordered.hasGap]).toEqual([wanted, false])
  },
)
