import { expect, test } from 'vitest'
import { livenessAfter, openedAt, type LivenessEvent } from './liveness.ts'

const heartbeat = { type: 'heartbeat' } as const
const steps = (...events: LivenessEvent[]) => {
  let liveness = openedAt(1000)
  return events.map((event) => {
    const after = livenessAfter(liveness, event)
    liveness = after.liveness
    return after.step
  })
}

test('two heartbeats may stay unanswered, the third drops the connection', () => {
  expect(steps(heartbeat, heartbeat, heartbeat)).toEqual(['ask', 'ask', 'drop'])
})

test('whatever is received counts as an answer', () => {
  expect(steps(heartbeat, heartbeat, { type: 'received', at: 20_000 }, heartbeat, heartbeat)).toEqual([
    'ask',
    'ask',
    'nothing',
    'ask',
    'ask',
  ])
})

test('a connection that was silent for a while is probed when the page is looked at again', () => {
  expect(steps({ type: 'wake', at: 15_999 }, { type: 'wake', at: 16_000 })).toEqual(['nothing', 'probe'])
  expect(steps({ type: 'received', at: 10_000 }, { type: 'wake', at: 16_000 })).toEqual([
    'nothing',
    'nothing',
  ])
})

test('a probe without an answer drops the connection, one with an answer does not', () => {
  const [probe, ended] = [
    { type: 'wake', at: 90_000 },
    { type: 'probeEnded', probedAt: 90_000 },
  ] as const
  expect(steps(probe, ended)).toEqual(['probe', 'drop'])
  expect(steps(probe, { type: 'received', at: 90_100 }, ended)).toEqual(['probe', 'nothing', 'nothing'])
})
