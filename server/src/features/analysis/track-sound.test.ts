import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { expect, test } from 'vitest'
import { encodeBins, energyOf } from '#audio-analysis/meter/loudness-bins.ts'
import { addByForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'
import type { SoundRow } from './store.ts'

async function archive(titles: readonly string[]) {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { tracks } = await addByForm(admin, { tracks: titles })
  const files = await app.services.db.selectFrom('tracks').select(['id', 'storageName']).execute()
  const stored = async (index: number, found: Partial<SoundRow>) => {
    const trackId = tracks[index]?.id ?? ''
    const storedFile = files.find(({ id }) => id === trackId)?.storageName ?? ''
    const row: SoundRow = { ...nothing, trackId, storedFile, ...found }
    await app.services.db.insertInto('trackSounds').values(row).execute()
  }
  const read = async (index: number) =>
    (await admin.call(getTrackSound, { params: { id: tracks[index]?.id ?? '' }, query: {} })).sound
  return { app, admin, tracks, stored, read }
}

const nothing = {
  analyser: 1,
  state: 'measured',
  tries: 0,
  loudnessSource: null,
  trackLufs: null,
  trackPeakDbtp: null,
  albumLufs: null,
  albumPeakDbtp: null,
  loudnessBlocks: null,
  waveform: null,
  silenceStartSeconds: null,
  silenceEndSeconds: null,
  delaySamples: null,
  paddingSamples: null,
  trimSampleRate: null,
  analysedAt: '2026-01-01T00:00:00.000Z',
} as const

const measured = (lufs: number, peak: number, seconds: number) => ({
  loudnessSource: 'measured' as const,
  trackLufs: lufs,
  trackPeakDbtp: peak,
  loudnessBlocks: encodeBins([{ energy: energyOf(lufs), count: seconds * 10 }]),
})

test('the loudness of an album is that of all its blocks, not the mean of its tracks', async () => {
  const { stored, read } = await archive(['Laut', 'Leise', 'Unbekannt'])
  await stored(0, measured(-10, -0.5, 60))
  await stored(1, measured(-16, -3, 180))
  expect((await read(0))?.loudness).toMatchObject({
    trackLufs: -10,
    trackPeakDbtp: -0.5,
    albumPeakDbtp: -0.5,
  })
  // 10·log10((10^-1 + 3·10^-1.6) / 4): a quarter of the blocks is 6 LU louder than the others.
  expect((await read(1))?.loudness?.albumLufs).toBeCloseTo(-13.56, 1)
  expect(await read(2)).toBeNull()
})

test('tags count where nothing was measured', async () => {
  const { stored, read } = await archive(['Eins', 'Zwei'])
  const tags = { loudnessSource: 'tags', trackLufs: -12, trackPeakDbtp: -1 } as const
  await stored(0, { ...tags, albumLufs: -11, albumPeakDbtp: 0.2 })
  expect((await read(0))?.loudness).toEqual({
    trackLufs: -12,
    trackPeakDbtp: -1,
    albumLufs: -11,
    albumPeakDbtp: 0.2,
  })
  await stored(1, measured(-12, -2, 1))
  expect((await read(0))?.loudness?.albumLufs).toBeCloseTo(-12, 1)
})

test('the sound of a file that was replaced does not count', async () => {
  const { app, stored, read } = await archive(['Eins'])
  await stored(0, { silenceStartSeconds: 1, silenceEndSeconds: 2, waveform: 'AAAA' })
  expect(await read(0)).toEqual({
    loudness: null,
    waveform: 'AAAA',
    silence: { startSeconds: 1, endSeconds: 2 },
    encoder: null,
  })
  await app.services.db.updateTable('trackSounds').set({ storedFile: 'another' }).execute()
  expect(await read(0)).toBeNull()
})

test('there is no sound of a track that does not exist', async () => {
  const { admin } = await archive(['Eins'])
  const params = { id: '00000000-0000-7000-8000-000000000000' }
  expect((await admin.refusal(getTrackSound, { params })).status).toBe(404)
})
