import { EndedRoom, type ListedRoom } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { endedText, hostText, openText, playedText } from './listing-text.ts'

const mila = { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null }
const room: ListedRoom = {
  id: 'r',
  kind: 'music',
  name: 'Nachtschicht',
  mode: 'all',
  host: mila,
  peopleCount: 7,
  people: [mila],
  isPlaying: true,
  track: { title: 'Nachts über die Brücke', album: 'Nordlicht Süd', coverUrl: 'unknown' },
  video: null,
  isJoined: false,
}

test('the line of a room names the track and its album, and nothing of a locked one', () => {
  expect(playedText(room)).toBe('Nachts über die Brücke · Nordlicht Süd')
  expect(playedText(room, true)).toBe('Nachts über die Brücke')
  expect(playedText({ ...room, track: null })).toBe('Ein Titel, der für dich gesperrt ist')
  expect(playedText({ ...room, track: null, isPlaying: false })).toBe('Gerade läuft nichts')
})

test('the line of a room of videos says how long the video lasts still', () => {
  const video = { title: 'Gespräch am Hafen', thumbnailUrl: null, leftMs: 22 * 60_000 + 4000 }
  const evening: ListedRoom = { ...room, kind: 'video', track: null, video }
  expect(playedText(evening)).toBe('Gespräch am Hafen, noch 22 Minuten')
  expect(playedText(evening, true)).toBe('Gespräch am Hafen')
  expect(playedText({ ...evening, video: null })).toBe('Ein Video, das für dich gesperrt ist')
})

test('host and mode are named; an empty room has no host', () => {
  expect(hostText(room)).toBe('Gastgeber Mila Kramer · Alle dürfen')
  expect(hostText({ ...room, host: null, mode: 'vote' })).toBe('Abstimmung')
})

test('rooms and members are counted', () => {
  expect(openText([room, { ...room, peopleCount: 10 }])).toBe('2 offen, 17 Leute hören zusammen')
  expect(openText([{ ...room, peopleCount: 1 }])).toBe('1 offen, 1 Person hört')
})

test('an ended room says on which day it was open', () => {
  const ended = (createdAt: Date, endedAt: Date) =>
    EndedRoom.parse({
      id: 'r',
      kind: 'music',
      name: 'Pendlerfunk',
      createdAt: createdAt.toISOString(),
      endedAt: endedAt.toISOString(),
      readableUntil: endedAt.toISOString(),
      playedCount: 22,
      peopleCount: 5,
      people: [mila],
      conversationId: 'c',
    })
  const now = '2026-11-24'
  const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute)
  expect(endedText(ended(at(23, 18, 10), at(23, 19, 26)), now)).toBe('Gestern, 18:10 bis 19:26 · 22 Titel')
  expect(endedText(ended(at(24, 0, 5), at(24, 1, 0)), now)).toBe('Heute, 00:05 bis 01:00 · 22 Titel')
  expect(endedText(ended(at(3, 21, 0), at(3, 23, 15)), now)).toBe(
    '03. November 2026, 21:00 bis 23:15 · 22 Titel',
  )
})
