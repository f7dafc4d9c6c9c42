import { expect, test } from 'vitest'
import { createTicket, readTicket } from './tickets.ts'

const SECRET = 'a secret that is only used by tests'
const now = new Date('2026-03-01T12:00:00Z')

test('a ticket is valid for its session for twelve hours', () => {
  const { ticket, expiresAt } = createTicket(SECRET, 'session', now)
  expect(readTicket(SECRET, ticket, now)).toBe('session')
  expect(readTicket(SECRET, ticket, expiresAt)).toBeUndefined()
  expect(readTicket('another secret of the same length!!', ticket, now)).toBeUndefined()
})

test('a ticket with an added, removed or changed character is invalid', () => {
  const { ticket } = createTicket(SECRET, 'session', now)
  for (const wrong of [
    `${ticket}.`,
    `${ticket}.x`,
    `${ticket}=`,
    ticket.slice(0, -1),
    ticket.slice(1),
    ` ${ticket}`,
  ])
    expect(readTicket(SECRET, wrong, now), wrong).toBeUndefined()
  for (let place = 0; place < ticket.length; place += 1) {
    const other = ticket.charAt(place) === 'A' ? 'B' : 'A'
    expect(readTicket(SECRET, ticket.slice(0, place) + other + ticket.slice(place + 1), now)).toBeUndefined()
  }
})
