import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryHub } from '#events/bus.memory.ts'
import { shareDeviations } from './deviations.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Two processes; the members with these ids have tabs that follow the room. */
function processes(there: Set<string>) {
  const hub = memoryHub()
  return [1, 2].map(() => {
    const sent: unknown[] = []
    const bus = hub.connect(() => {})
    const shared = shareDeviations({
      isShared: () => true,
      bus,
      followers: {
        roomIds: () => new Set(['room']),
        soundOf: (_roomId, userId) => (there.has(userId) ? 'on' : 'away'),
      },
      send: (_roomId, deviations) => sent.push(deviations),
    })
    return { shared, sent }
  })
}

test('tabs in all processes get the last deviation of each member, at most every five seconds', async () => {
  const [first, second] = processes(new Set(['mila', 'okan']))
  for (const ms of [20, 12, -3]) first?.shared.note('room', 'mila', ms)
  second?.shared.note('room', 'okan', 8)
  await vi.advanceTimersByTimeAsync(4999)
  expect([first?.sent, second?.sent]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(10_000)
  const both = expect.arrayContaining([
    { userId: 'mila', ms: -3 },
    { userId: 'okan', ms: 8 },
  ])
  expect([first?.sent.at(-1), second?.sent.at(-1)]).toEqual([both, both])
  const count = first?.sent.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(first?.sent).toHaveLength(count ?? -1)
})

test('who has left is not sent any more', async () => {
  const there = new Set(['mila', 'okan'])
  const [first] = processes(there)
  first?.shared.note('room', 'mila', 5)
  first?.shared.note('room', 'okan', 8)
  there.delete('mila')
  await vi.advanceTimersByTimeAsync(6000)
  expect(first?.sent).toEqual([[{ userId: 'okan', ms: 8 }]])
})
