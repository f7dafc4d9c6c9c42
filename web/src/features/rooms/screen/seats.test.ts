import type { RoomPerson } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { seatedPeople, seatsOf, seatText } from './seats.ts'

const person = (id: string, joinedAt: string, sound: RoomPerson['sound'] = 'on'): RoomPerson => ({
  id,
  username: id,
  displayName: id,
  photoURL: null,
  sound,
  joinedAt,
})

test('the host sits first, the member beside them, the others as they came', () => {
  const people = [person('okan', '3'), person('jonas', '4'), person('lene', '2'), person('mila', '1')]
  expect(seatedPeople(people, { hostId: 'mila' }, 'jonas').map(({ id }) => id)).toEqual([
    'mila',
    'jonas',
    'lene',
    'okan',
  ])
})

test('up to 23 members all have a seat; of more, 23 have one', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => person(`${index}`, '1'))
  expect(seatsOf(many(23))).toMatchObject({ others: 0 })
  const { seats, others } = seatsOf(many(200))
  expect([seats.length, others]).toEqual([23, 177])
  expect(seatsOf(many(24)).others).toBe(1)
})

test('a seat says who hosts, who is the member, and who hears nothing', () => {
  const room = { hostId: 'mila' }
  expect(seatText(person('mila', '1'), room, 'mila')).toEqual({ short: 'Gastgeber', long: 'Gastgeber, du' })
  expect(seatText(person('lene', '1', 'off'), room, 'mila')).toEqual({
    short: 'nur Text',
    long: 'nur Text, hört gerade nichts',
  })
  expect(seatText(person('lene', '1', 'locked'), room, 'mila').short).toBe('gesperrt')
  expect(seatText(person('lene', '1', 'away'), room, 'mila').short).toBe('abwesend')
  expect(seatText(person('lene', '1'), room, 'mila')).toEqual({ short: '', long: '' })
})
