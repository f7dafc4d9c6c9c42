import { expect, test } from 'vitest'
import { createPlayLog, type Listened } from './play-log.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute))

function logged() {
  const reports: Listened[] = []
  const clock = { minute: 0 }
  const log = createPlayLog(
    (listened) => reports.push(listened),
    () => at(clock.minute),
  )
  const send = (
    minute: number,
    type: 'started' | 'listened' | 'paused' | 'ended',
    id: string,
    position = 0,
  ) => {
    clock.minute = minute
    log({ type, track: { id }, positionSeconds: position })
  }
  return { reports, send }
}

test('a play is reported with its start time and the position at which it counted', () => {
  const { reports, send } = logged()
  send(1, 'started', 'one')
  send(2, 'listened', 'one', 30)
  expect(reports).toEqual([{ trackId: 'one', startedAt: at(1), heardAt: at(2), positionSeconds: 30 }])
})

test('a track that was only started is not reported', () => {
  const { reports, send } = logged()
  send(1, 'started', 'one')
  send(2, 'paused', 'one', 12)
  send(3, 'started', 'two')
  expect(reports).toEqual([])
})

test('a pause does not begin another play', () => {
  const { reports, send } = logged()
  send(1, 'started', 'one')
  send(2, 'paused', 'one', 12)
  send(9, 'started', 'one', 12)
  send(10, 'listened', 'one', 31)
  expect(reports).toEqual([{ trackId: 'one', startedAt: at(1), heardAt: at(10), positionSeconds: 31 }])
})

test('the same track after its end, and another track, are separate plays', () => {
  const { reports, send } = logged()
  send(1, 'started', 'one')
  send(2, 'listened', 'one', 30)
  send(3, 'ended', 'one', 60)
  send(4, 'started', 'one')
  send(5, 'listened', 'one', 30)
  send(6, 'started', 'two')
  send(7, 'listened', 'two', 45)
  expect(reports.map(({ trackId, startedAt }) => [trackId, startedAt])).toEqual([
    ['one', at(1)],
    ['one', at(4)],
    ['two', at(6)],
  ])
})
