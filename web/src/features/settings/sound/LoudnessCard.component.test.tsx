import {
  type AnalysisProgress,
  getAnalysisProgress,
  getTrackSound,
  type TrackSound,
} from '@tonarchiv/contract/track-sound'
import { listPlays, type Play } from '@tonarchiv/contract/plays'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getOwnPlayer } from '#features/player/index.ts'
import { forgetTrackSounds } from '#features/track-sound/index.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { LoudnessCard } from './LoudnessCard.tsx'

const choice = (name: string) => page.getByRole('button', { name, exact: true })

const MEASURED: TrackSound = {
  loudness: { trackLufs: -21.34, trackPeakDbtp: -6.9, albumLufs: -14, albumPeakDbtp: -1.5 },
  waveform: '',
  silence: null,
  encoder: null,
}

function playOf(id: string): Play {
  return {
    id,
    track_id: id,
    track_name: id,
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    cover_url: '/default-album.jpg',
    duration: 100,
    completed: false,
    played_at: '2026-11-23T12:00:00.000Z',
    track: null,
  }
}

/** Renders the card while a track with this analysis is paused. The account has played `played` other tracks. */
async function renderCard(
  sound: TrackSound | null,
  { played = 0, progress = null }: { played?: number; progress?: AnalysisProgress | null } = {},
) {
  const server = startFakeServer()
  server.on(getAnalysisProgress, () => ({ progress }))
  server.on(getTrackSound, () => ({ sound }))
  server.on(listPlays, () => ({ plays: Array.from({ length: played }, (_, index) => playOf(`${index}`)) }))
  const track = {
    id: 'bruecke',
    title: 'Nachts über die Brücke',
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    file: 'bruecke.mp3',
    coverUrl: '/default-album.jpg',
    durationSeconds: 100,
    isExclusive: false,
  }
  const entry = { key: 'one', track }
  const { order } = getOwnPlayer().state.getState()
  getOwnPlayer().restore({
    order: { ...order, list: [entry], order: [entry], position: 0 },
    positionSeconds: 0,
  })
  const shown = await render(
    <TestApp>
      <LoudnessCard />
    </TestApp>,
  )
  return { server, ...shown }
}

test('the choice applies at once, is kept on this device, and changes the gain that is shown', async () => {
  const { unmount } = await renderCard(MEASURED)
  await expect.element(page.getByText('„Nachts über die Brücke“, gemessen')).toBeVisible()
  await expect.element(page.getByText('−21,3 LUFS')).toBeVisible()
  await expect.element(page.getByText('−6,9 dBTP')).toBeVisible()
  await expect.element(choice('Album')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('−2,0 dB', { exact: true })).toBeVisible()
  await userEvent.click(choice('Titel'))
  await expect.element(page.getByText('+5,3 dB', { exact: true })).toBeVisible()
  expect(localStorage.getItem('soundLeveling')).toBe('track')
  await userEvent.click(choice('Aus'))
  await expect.element(page.getByText('0,0 dB', { exact: true })).toBeVisible()
  await unmount()
  await renderCard(MEASURED)
  await expect.element(choice('Aus')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(choice('Album'))
  expect(localStorage.getItem('soundLeveling')).toBeNull()
})

test('while the archive is analysed, what its file says of a track counts until the track is measured', async () => {
  const progress = { tracks: 1804, analysed: 512 }
  const { server } = await renderCard({ ...MEASURED, waveform: null }, { progress })
  await expect.element(page.getByText('wird noch gemessen')).toBeVisible()
  await expect.element(page.getByText('Bis dahin nach Angabe der Datei')).toBeVisible()
  await expect.element(page.getByText('−2,0 dB', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText('Das Archiv wird untersucht: 512 von 1.804 Tracks', { exact: true }))
    .toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Untersuchung', exact: true }).element()
  expect(bar).toHaveProperty('position', 512 / 1804)

  server.on(getTrackSound, () => ({ sound: MEASURED }))
  server.on(getAnalysisProgress, () => ({ progress: null }))
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('„Nachts über die Brücke“, gemessen')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
})

test('a track that was not measured is not announced as one when nothing is analysed', async () => {
  const { unmount } = await renderCard({ ...MEASURED, waveform: null })
  await expect.element(page.getByText('nicht gemessen')).toBeVisible()
  await expect.element(page.getByText('Nach Angabe der Datei', { exact: true })).toBeVisible()
  await unmount()
  forgetTrackSounds()
  await renderCard(null)
  await expect.element(page.getByText('nicht gemessen')).toBeVisible()
})

test('the figure shows the last eight tracks, and is left out while fewer are known', async () => {
  const { unmount } = await renderCard(MEASURED, { played: 7 })
  await expect.element(page.getByText('−21,3 LUFS')).toBeVisible()
  await expect.element(page.getByRole('figure')).not.toBeInTheDocument()
  await unmount()
  await renderCard(MEASURED, { played: 9 })
  const figure = page.getByRole('figure', { name: 'Acht Tracks vor und nach dem Angleichen' })
  await expect.element(figure).toBeVisible()
  expect(figure.element().querySelectorAll('g')).toHaveLength(8)
  await expect.element(page.getByText('Ziel −16 LUFS')).toBeVisible()
})
