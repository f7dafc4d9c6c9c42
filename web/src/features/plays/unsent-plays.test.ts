import { expect, test } from 'vitest'
import { createUnsentPlays, type UnsentPlay } from './unsent-plays.ts'

const NOW = Date.parse('2026-05-01T12:00:00Z')

function heard(trackId: string, minutesAgo: number, userId = 'mara'): UnsentPlay {
  const heardAt = new Date(NOW - minutesAgo * 60_000).toISOString()
  return { userId, trackId, startedAt: heardAt, heardAt, positionSeconds: 30 }
}

function setUp() {
  const line = { isUp: true }
  const shelf: { text: string | undefined } = { text: undefined }
  const arrived: string[] = []
  const open = () =>
    createUnsentPlays({
      read: () => shelf.text,
      write: (text) => {
        shelf.text = text
      },
      send({ trackId }) {
        if (line.isUp) arrived.push(trackId)
        return Promise.resolve(line.isUp ? 'counted' : 'later')
      },
      now: () => NOW,
    })
  return { line, shelf, arrived, open, plays: open() }
}

test('a play is reported at once and then removed', async () => {
  const { plays, arrived, shelf } = setUp()
  plays.add(heard('one', 0))
  await plays.send('mara')
  expect(arrived).toEqual(['one'])
  expect(shelf.text).toBeUndefined()
})

test('without a connection plays survive a reload and are reported later, once each, oldest first', async () => {
  const { plays, line, arrived, open } = setUp()
  line.isUp = false
  plays.add(heard('one', 9))
  await plays.send('mara')
  plays.add(heard('two', 5))
  line.isUp = true
  const afterReload = open()
  expect(afterReload.count('mara')).toBe(2)
  expect(await afterReload.send('mara')).toBe(2)
  expect(await afterReload.send('mara')).toBe(0)
  expect(arrived).toEqual(['one', 'two'])
})

test('plays of one account are not reported for another', async () => {
  const { plays, arrived } = setUp()
  plays.add(heard('one', 5, 'tom'))
  await plays.send('mara')
  expect(arrived).toEqual([])
  await plays.send('tom')
  expect(arrived).toEqual(['one'])
})

test('an old play, or an invalid text, is ignored', async () => {
  const { plays, arrived, shelf } = setUp()
  plays.add(heard('old', 60 * 24 * 32))
  await plays.send('mara')
  shelf.text = '[{"trackId":1}]'
  await plays.send('mara')
  expect(arrived).toEqual([])
})
