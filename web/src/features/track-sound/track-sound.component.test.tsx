import { getTrackSound, type TrackSound, WAVEFORM_PEAKS } from '@tonarchiv/contract/track-sound'
import { notFound } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { decodeWaveform, loadTrackSound, useTrackSound } from './index.ts'

const peaks = Uint8Array.from({ length: WAVEFORM_PEAKS }, (_, index) => index % 256)
const sound: TrackSound = {
  loudness: null,
  waveform: btoa(String.fromCharCode(...peaks)),
  silence: { startSeconds: 0.5, endSeconds: 0 },
  encoder: null,
}

function Gap({ id }: { id: string | undefined }) {
  const its = useTrackSound(id)
  return <p>{its === undefined ? 'lädt' : its === null ? 'nichts' : `${its.silence?.startSeconds} s`}</p>
}

test('the sound of a track is loaded once for all who show it', async () => {
  let loaded = 0
  startFakeServer().on(getTrackSound, () => {
    loaded += 1
    return { sound }
  })
  const screen = await render(<Gap id="eins" />)
  await expect.element(page.getByText('0.5 s')).toBeVisible()
  expect(await loadTrackSound('eins')).toEqual(sound)
  expect(loaded).toBe(1)
  await screen.rerender(<Gap id="zwei" />)
  await expect.poll(() => loaded).toBe(2)
  await screen.rerender(<Gap id={undefined} />)
  await expect.element(page.getByText('lädt')).toBeVisible()
})

test('a track that was not measured is loaded again once the server has measured more', async () => {
  const server = startFakeServer()
  let loaded = 0
  const answer = (its: TrackSound | null) =>
    server.on(getTrackSound, () => {
      loaded += 1
      return { sound: its }
    })
  answer(null)
  expect(await loadTrackSound('eins', { mayBeMeasured: true })).toBeNull()
  answer(sound)
  expect(await loadTrackSound('eins')).toBeNull()
  expect(await loadTrackSound('eins', { mayBeMeasured: true })).toEqual(sound)
  expect(await loadTrackSound('eins', { mayBeMeasured: true })).toEqual(sound)
  expect(loaded).toBe(2)
})

test('a sound that could not be loaded is loaded again', async () => {
  const server = startFakeServer()
  server.on(getTrackSound, () => refuse(notFound))
  expect(await loadTrackSound('eins')).toBeNull()
  server.on(getTrackSound, () => ({ sound }))
  expect(await loadTrackSound('eins')).toEqual(sound)
})

test('a waveform is decoded to its peaks, and anything else to nothing', () => {
  expect(decodeWaveform(sound.waveform ?? '')).toEqual(peaks)
  expect(decodeWaveform(btoa('short'))).toBeUndefined()
  expect(decodeWaveform('%')).toBeUndefined()
})
