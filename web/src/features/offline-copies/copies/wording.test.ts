import { expect, test } from 'vitest'
import type { CollectionView, CopyStatus } from './view.ts'
import { partOfSize, statusText, summaryOf } from './wording.ts'

const MB = 1024 * 1024

function aView(status: CopyStatus, more: Partial<CollectionView> = {}): CollectionView {
  return {
    key: 'album:a',
    kind: 'album',
    title: 'Nordlicht Süd',
    status,
    coverUrls: [],
    tracks: 14,
    readyTracks: 6,
    withoutCopy: 0,
    sizeBytes: 412 * MB,
    receivedBytes: 177 * MB,
    ...more,
  }
}

test.each<[CopyStatus, string]>([
  [{ is: 'preparing' }, 'Wird vorbereitet'],
  [{ is: 'loading', share: 0.4399 }, '43 %, 177 von 412 MB'],
  [{ is: 'waiting', share: 0.4, for: 'connection' }, 'Wartet auf Verbindung'],
  [{ is: 'waiting', share: 0.4, for: 'wifi' }, 'Wartet auf WLAN'],
  [{ is: 'paused', share: 0.43 }, 'Angehalten bei 43 %'],
  [{ is: 'full', share: 0.43 }, 'Speicher voll. 6 von 14 Tracks sind da.'],
  [{ is: 'ready' }, '14 Tracks auf diesem Gerät, 412 MB'],
])('%o reads "%s"', (status, text) => {
  expect(statusText(aView(status))).toBe(text)
})

test('tracks that this browser cannot copy are named', () => {
  expect(statusText(aView({ is: 'ready' }, { tracks: 1, withoutCopy: 2 }))).toBe(
    '1 Track auf diesem Gerät, 412 MB, 2 nur mit Verbindung',
  )
})

test('sizes of different units name both', () => {
  expect(partOfSize(900 * 1024, 2 * MB)).toBe('900 KB von 2 MB')
  expect(partOfSize(1.5 * MB, 2 * MB)).toBe('1,5 von 2 MB')
})

test('the list of copies says what they are, or how far they are', () => {
  expect(summaryOf(aView({ is: 'ready' }, { tracks: 16 }))).toBe('Album, 16 Tracks')
  expect(summaryOf(aView({ is: 'ready' }, { kind: 'playlist', tracks: 22 }))).toBe('Playlist, 22 Tracks')
  expect(summaryOf(aView({ is: 'ready' }, { kind: 'favorites', tracks: 41 }))).toBe(
    '41 Tracks, neue kommen dazu',
  )
  expect(summaryOf(aView({ is: 'paused', share: 0.5 }))).toBe('Angehalten bei 50 %')
})
