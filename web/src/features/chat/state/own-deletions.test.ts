import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOwnDeletions, UNDO_WITHIN } from './own-deletions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const removed: string[] = []
  const hidden = new Set<string>()
  let stored: readonly string[] = []
  const offers: { count: number; undo: () => void }[] = []
  let isHeld = false
  let closed = () => {}
  const deletions = createOwnDeletions({
    hide: (id) => void hidden.add(id),
    show: (ids) => ids.forEach((id) => hidden.delete(id)),
    remove: async (id) => void removed.push(id),
    store: (ids) => {
      stored = ids
    },
    offer: (count, undo) => {
      offers.push({ count, undo })
      return {
        isOpen: () => isHeld,
        onClosed: (listener) => {
          closed = listener
          return () => {
            closed = () => {}
          }
        },
      }
    },
  })
  return {
    deletions,
    removed,
    hidden,
    offers,
    stored: () => stored,
    hold: () => (isHeld = true),
    letGo: () => {
      isHeld = false
      closed()
    },
  }
}

test('an own message is hidden at once and deleted after eight seconds', async () => {
  const { deletions, removed, hidden, stored } = setUp()
  deletions.delete('a')
  expect([...hidden]).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(UNDO_WITHIN - 1)
  expect(removed).toEqual([])
  expect(stored()).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(removed).toEqual(['a'])
  expect(stored()).toEqual([])
})

test('what is brought back is never deleted', async () => {
  const { deletions, removed, hidden, offers, stored } = setUp()
  deletions.delete('a')
  deletions.delete('b')
  expect(offers.map(({ count }) => count)).toEqual([1, 2])
  offers.at(-1)?.undo()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([removed, [...hidden], stored()]).toEqual([[], [], []])
})

test('an offer that is held lasts until it is let go', async () => {
  const { deletions, removed, hold, letGo } = setUp()
  deletions.delete('a')
  hold()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(removed).toEqual([])
  letGo()
  await vi.advanceTimersByTimeAsync(0)
  expect(removed).toEqual(['a'])
})

test('a logout deletes at once, and nothing is deleted twice', async () => {
  const { deletions, removed } = setUp()
  deletions.delete('a')
  deletions.delete('b')
  await deletions.flush()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(removed).toEqual(['a', 'b'])
})
