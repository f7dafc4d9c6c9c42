import { describe, expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import { dayLabel, dayOf, timeOf, untilTomorrow } from './days.ts'
import { withDelivered, type OutgoingMessage } from '../state/outgoing.ts'
import { rowsOf, type Row } from './rows.ts'

/** A time of day in the visitor's time zone. */
const at = (day: string, time: string) => new Date(`${day}T${time}:00`).toISOString()
const message = (id: string, day: string, time: string, userId = 'mila') =>
  aMessage(id, { createdAt: at(day, time), userId })
const TODAY = '2026-11-21'
const outgoing: OutgoingMessage = {
  clientId: 'k1',
  text: 'Hallo',
  media: [],
  uploads: [],
  writtenAt: 0,
  stage: { name: 'posting' },
}

const short = (rows: readonly Row[]) =>
  rows.map((row) => {
    if (row.kind === 'day') return row.label
    if (row.kind === 'unread') return 'NEU'
    if (row.kind === 'outgoing') return `…${row.outgoing.text}`
    if (row.kind === 'line') return `(${row.line.key})`
    return (row.isContinued ? '+' : '') + row.message.id
  })

const given = { outbox: [], ownId: 'ich', today: TODAY, readUpTo: undefined, hasOlder: false }

describe('the lines of the chat', () => {
  test('begin each day with its divider', () => {
    const messages = [
      message('a', '2024-11-28', '22:41'),
      message('b', '2026-11-20', '20:14'),
      message('c', TODAY, '09:38'),
      message('d', TODAY, '18:00'),
    ]
    expect(short(rowsOf({ ...given, messages }))).toEqual([
      '28. November 2024',
      'a',
      'Gestern',
      'b',
      'Heute',
      'c',
      'd',
    ])
  })

  test('have different keys when a day comes again: the clock of this browser is behind that of the server', () => {
    const messages = [message('a', TODAY, '23:58'), message('b', '2026-11-22', '00:01')]
    const rows = rowsOf({ ...given, messages, outbox: [outgoing] })
    expect(short(rows)).toEqual(['Heute', 'a', '22. November 2026', 'b', 'Heute', '…Hallo'])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  test('group messages of one author within five minutes', () => {
    const messages = [
      message('a', TODAY, '09:00'),
      message('b', TODAY, '09:04'),
      message('c', TODAY, '09:05', 'okan'),
      message('d', TODAY, '09:06'),
      message('e', TODAY, '09:12'),
    ]
    expect(short(rowsOf({ ...given, messages }))).toEqual(['Heute', 'a', '+b', 'c', 'd', 'e'])
  })

  test('say which message ends its group', () => {
    const messages = [
      message('a', TODAY, '09:00', 'ich'),
      message('b', TODAY, '09:01', 'ich'),
      message('c', TODAY, '09:02'),
    ]
    const rows = rowsOf({ ...given, messages })
    const ends = rows.flatMap((row) => (row.kind === 'message' && !row.isFollowed ? row.message.id : []))
    expect(ends).toEqual(['b', 'c'])
  })

  test('stay the same objects while their messages stay the same', () => {
    const messages = [message('a', TODAY, '09:00'), message('b', TODAY, '09:01')]
    const before = rowsOf({ ...given, messages })
    const after = rowsOf({ ...given, messages: [...messages, message('c', TODAY, '09:20')] })
    expect(after.find(({ key }) => key === 'a')).toBe(before.find(({ key }) => key === 'a'))
    const [first, ...others] = messages
    const changed = rowsOf({
      ...given,
      messages: [aMessage('a', { ...first, content: 'anders' }), ...others],
    })
    expect(changed.find(({ key }) => key === 'a')).not.toBe(before.find(({ key }) => key === 'a'))
  })

  test('mark the first message of others that was not read', () => {
    const messages = [
      message('a', TODAY, '09:00'),
      message('b', TODAY, '09:01', 'ich'),
      message('c', TODAY, '09:02'),
      message('d', TODAY, '09:03'),
    ]
    expect(short(rowsOf({ ...given, messages, readUpTo: 'a' }))).toEqual([
      'Heute',
      'a',
      'b',
      'NEU',
      'c',
      '+d',
    ])
    expect(short(rowsOf({ ...given, messages, readUpTo: 'd' }))).not.toContain('NEU')
    const laterOnes = { ...given, messages: messages.slice(2), readUpTo: 'a' }
    expect(short(rowsOf({ ...laterOnes, hasOlder: true }))).toEqual(['Heute', 'NEU', 'c', '+d'])
    expect(short(rowsOf({ ...laterOnes, hasOlder: false }))).toEqual(['Heute', 'NEU', 'c', '+d'])
    const nothingRead = { ...laterOnes, readUpTo: '', hasOlder: true }
    expect(short(rowsOf(nothingRead))).not.toContain('NEU')
  })

  test('end with what is on its way, and keep its key when it arrives', () => {
    const messages = [message('a', '2026-11-20', '09:00')]
    const before = rowsOf({ ...given, messages, outbox: [outgoing] })
    expect(short(before)).toEqual(['Gestern', 'a', 'Heute', '…Hallo'])
    const arrived = aMessage('b', { userId: 'ich', clientId: 'k1', createdAt: at(TODAY, '09:00') })
    const after = rowsOf({ ...given, messages: [...messages, arrived] })
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })
})

test('an own message that was answered stands once, in its place', () => {
  const answer = aMessage('c', { userId: 'ich', clientId: 'k1' })
  const outbox: OutgoingMessage[] = [
    {
      clientId: 'k1',
      text: 'Hallo',
      media: [],
      uploads: [],
      writtenAt: 0,
      stage: { name: 'answered', answer },
    },
  ]
  const messages = [aMessage('a'), aMessage('d')]
  expect(withDelivered(messages, outbox).map(({ id }) => id)).toEqual(['a', 'c', 'd'])
  const all = [...messages, answer]
  expect(withDelivered(all, outbox).filter(({ id }) => id === 'c')).toHaveLength(1)
})

test('lines between messages stand where their time is, and interrupt a group', () => {
  const messages = [message('a', TODAY, '09:00'), message('b', TODAY, '09:02')]
  const line = (key: string, time: string) => ({ key, at: at(TODAY, time), content: null })
  const lines = [line('davor', '08:00'), line('dazwischen', '09:01'), line('danach', '09:03')]
  expect(short(rowsOf({ ...given, messages, lines, outbox: [outgoing] }))).toEqual([
    '(davor)',
    'Heute',
    'a',
    '(dazwischen)',
    'b',
    '(danach)',
    '…Hallo',
  ])
  // Lines that are older than the loaded messages are left out.
  expect(short(rowsOf({ ...given, messages, lines, hasOlder: true }))).toEqual([
    'Heute',
    'a',
    '(dazwischen)',
    'b',
    '(danach)',
  ])
  expect(short(rowsOf({ ...given, messages: [], lines }))).toEqual(['(davor)', '(dazwischen)', '(danach)'])
})

describe('days and times', () => {
  test.each([
    ['2026-11-21', 'Heute'],
    ['2026-11-20', 'Gestern'],
    ['2026-11-19', '19. November 2026'],
    ['2025-03-05', '05. März 2025'],
    ['', 'Ungültiges Datum'],
  ])('%j reads %s', (day, label) => {
    expect(dayLabel(day, TODAY)).toBe(label)
  })

  test('yesterday of the first of a month is the last of the one before', () => {
    expect(dayLabel('2026-02-28', '2026-03-01')).toBe('Gestern')
  })

  test('an invalid date is shown as such', () => {
    expect(dayOf('nie')).toBe('')
    expect(timeOf('nie')).toBe('Ungültige Zeit')
    expect(timeOf(at(TODAY, '09:05'))).toBe('09:05')
  })

  test('tomorrow begins at midnight', () => {
    expect(untilTomorrow(new Date('2026-11-21T23:59:00'))).toBe(60_000)
  })
})
