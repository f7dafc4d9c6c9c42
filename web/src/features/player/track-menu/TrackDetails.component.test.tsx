import { getTrackMetadata, type TrackMetadata } from '@tonarchiv/contract/catalog'
import { getTrackStats } from '@tonarchiv/contract/plays'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { streamUrl } from '#client/media.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import type { Track } from '#features/tracks/index.ts'
import { closeTrackDetails, openTrackDetails } from './track-details.ts'
import { TrackDetails } from './TrackDetails.tsx'

const track: Track = {
  id: 'abfahrt',
  title: 'Abfahrt',
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  file: 'abfahrt.flac',
  coverUrl: '/default-album.jpg',
  durationSeconds: 61,
  isExclusive: false,
}

const sound = { sampleRate: 44_100, channels: 2, sizeBytes: 1000 }
const flac = { ...sound, format: 'flac', bitrate: 900_000, needsConversion: false }
const mp3 = { ...sound, file: 'b.mp3', format: 'mp3', bitrate: 319_960, needsConversion: false }
const aiff = { ...sound, file: 'c.aiff', format: 'aiff', bitrate: 1_400_000, needsConversion: true }

async function openDetails(metadata: Partial<TrackMetadata>) {
  signInAs(aUser())
  const server = startFakeServer()
  server.on(getTrackStats, () => ({ count: 3, lastPlayed: null }))
  server.on(getTrackMetadata, () => ({
    metadata: {
      id: track.id,
      title: track.title,
      artist: 'Ada',
      album: track.album,
      releaseJahr: 2024,
      duration: 61,
      createdAt: '2026-01-01T00:00:00.000Z',
      files: [],
      ...flac,
      ...metadata,
    },
  }))
  await render(
    <TestApp>
      <TrackDetails />
    </TestApp>,
  )
  openTrackDetails(track)
  onTestFinished(closeTrackDetails)
  await expect.element(page.getByText('Streams')).toBeVisible()
}

test('the details name the file of a track', async () => {
  await openDetails({})
  await expect.element(page.getByText('FLAC')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Datei' })).not.toBeInTheDocument()
})

test('of several files one is chosen for this device, by pointer or key, and kept', async () => {
  await openDetails({ files: [mp3] })
  const choice = page.getByRole('group', { name: 'Datei' })
  await expect.element(choice.getByRole('button', { name: 'FLAC' })).toHaveAttribute('aria-pressed', 'true')
  expect(streamUrl({ file: 'abfahrt.flac' })).toBe('/api/stream/abfahrt.flac')
  await choice.getByRole('button', { name: 'MP3 320' }).click()
  await expect
    .element(choice.getByRole('button', { name: 'MP3 320' }))
    .toHaveAttribute('aria-pressed', 'true')
  expect(streamUrl({ file: 'abfahrt.flac' })).toBe('/api/stream/abfahrt.flac?format=mp3')
  expect(localStorage.getItem('audioFormat')).toBe('mp3')
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  expect(streamUrl({ file: 'abfahrt.flac' })).toBe('/api/stream/abfahrt.flac?format=flac')
})

test('a track that browsers cannot play yet says so', async () => {
  await openDetails({ ...aiff, files: [] })
  await expect.element(page.getByText('braucht Umwandlung')).toBeVisible()
  await expect.element(page.getByRole('definition').last()).toHaveTextContent('AIFFbraucht Umwandlung')
})

test('downloads have the chosen format, and an original can be downloaded as well', async () => {
  await openDetails({ files: [mp3, aiff] })
  const requested: string[] = []
  const inner = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.startsWith('/api/stream/')) requested.push(url)
    return inner(url, init)
  })
  await page.getByRole('button', { name: 'MP3 320' }).click()
  await page.getByRole('button', { name: 'Herunterladen', exact: true }).click()
  await expect.poll(() => requested).toEqual(['/api/stream/abfahrt?format=mp3'])
  await page.getByRole('button', { name: 'AIFF herunterladen' }).click()
  await expect.poll(() => requested.at(-1)).toBe('/api/stream/abfahrt?format=aiff')
})
