import type { Page } from '@playwright/test'
import { openAlbum, player, trackButton } from './albums.ts'
import { addAlbumByCall, headersOf } from './archive-calls.ts'
import { heardTones, type HeardTone } from './heard-tones.ts'
import { flacTone, wavTone, type Tone } from './loudness-files.ts'
import { enterAsAdmin } from './people.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import {
  mixedElements,
  RECORDER,
  recordedSound,
  rememberMixer,
  samplesOf,
  startRecordingMixer,
} from './sound-recorder.ts'
import { expect, test } from './test.ts'

test.use({ settings: { ANALYSIS: 'on' } })

/** Seconds of each track. */
const SECONDS = 1.6
/** −10 and −22 LUFS; the third one has a peak that allows no more than 2 dB. */
const LOUD: Tone = { hertz: 1000, level: -7 }
const QUIET: Tone = { hertz: 1500, level: -20.34 }
const SPIKED: Tone = { hertz: 1000, level: -25, peak: -3 }
const PITCHES = [1000, 1500]
/** Recordings that are tried. */
const RECORDINGS = 3
const TARGET_LUFS = -16
const PEAK_MAX_DBTP = -1
/** Milliseconds around a change in which a track may have the gain of its neighbour. */
const STEP_MS = 6

/** Waits until the server has measured all tracks of an album, and returns their loudness. */
async function measured(page: Page, album: string): Promise<number[]> {
  const headers = await headersOf(page)
  const answer = await page.request.get(`/albums/${encodeURIComponent(album)}`, { headers })
  const { album: found } = await answer.json()
  const loudness: number[] = []
  for (const { id } of found.tracks)
    await expect
      .poll(async () => {
        const { sound } = await (await page.request.get(`/api/track/${id}/sound`, { headers })).json()
        loudness.push(sound?.loudness?.trackLufs)
        return loudness.at(-1)
      })
      .toBeLessThan(0)
  return loudness.filter((lufs) => lufs < 0)
}

/** Chooses how loudness is levelled, in the settings. */
async function level(page: Page, choice: 'Aus' | 'Titel' | 'Album'): Promise<void> {
  await page.getByRole('button', { name: /Benutzermenü/ }).click()
  await page.getByRole('menuitem', { name: 'Einstellungen' }).click()
  await page.getByRole('tab', { name: 'Klang' }).click()
  const group = page.getByRole('group', { name: 'Lautstärke angleichen' })
  await group.getByRole('button', { name: choice }).click()
  await expect(group.getByRole('button', { name: choice })).toHaveAttribute('aria-pressed', 'true')
}

/** Plays an album of so many tracks whole and returns what was heard. */
async function heard(page: Page, album: string, tracks: readonly string[]): Promise<HeardTone[]> {
  const [first = '', last = ''] = [tracks[0], tracks.at(-1)]
  // The archive may still show the album, as it was left.
  await expect(async () => {
    if (!(await trackButton(page, first).isVisible())) await openAlbum(page, album)
    await expect(trackButton(page, first)).toBeVisible({ timeout: 2000 })
  }).toPass()
  let tones: HeardTone[] = []
  // A busy machine puts silence anywhere into a recording.
  for (let recordings = 0; tones.length !== tracks.length && recordings < RECORDINGS; recordings += 1) {
    const sampleRate = await page.evaluate(startRecordingMixer, RECORDER)
    await trackButton(page, first).click()
    await expect(player(page)).toContainText(first)
    await expect(player(page)).toContainText(last)
    await expect(player(page).getByRole('button', { name: 'Abspielen' })).toBeVisible()
    const samples = samplesOf(await page.evaluate(recordedSound))
    tones = heardTones(samples, sampleRate, PITCHES)
  }
  return tones
}

test('loud and quiet tracks are played equally loud, each or by albums, and never over the peak', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await page.addInitScript(rememberMixer)
  await page.addInitScript(() => sessionStorage.setItem('playerVolume', '1'))
  const device = await page.context().newCDPSession(page)
  await device.send('Page.setBypassCSP', { enabled: true })
  await enterAsAdmin(page, archive)
  const tracks = ['Laut', 'Leise', 'Spitze']
  const tones = [LOUD, QUIET, SPIKED]
  await addAlbumByCall(page, {
    title: 'Gemischt',
    tracks,
    sound: tones.map((tone) => flacTone(tone, SECONDS)),
  })
  await addAlbumByCall(page, {
    title: 'Einzeln',
    tracks: ['Stark', 'Schwach'],
    sound: [LOUD, QUIET].map((tone) => wavTone(tone, SECONDS)),
  })
  const recorded = await measured(page, 'Gemischt')
  await measured(page, 'Einzeln')

  // The mixer opens with the first music that is to be changed.
  await openAlbum(page, 'Einzeln')
  await expect(page.locator('audio')).toHaveCount(4)
  await trackButton(page, 'Stark').click()
  await expectSound(page)
  await expect.poll(() => page.evaluate(mixedElements)).toBeGreaterThan(0)
  await page.keyboard.press('Space')

  const byAlbum = await heard(page, 'Gemischt', tracks)
  await level(page, 'Titel')
  const byTrack = await heard(page, 'Gemischt', tracks)
  const alone = await heard(page, 'Einzeln', ['Stark', 'Schwach'])
  await level(page, 'Aus')
  const off = await heard(page, 'Gemischt', tracks)

  const [loud = 0, quiet = 0] = recorded
  expect(loud - quiet).toBeCloseTo(12, 0)
  // As recorded.
  expect(differences(off, recorded)).toEqual([0, 0, 0])
  // Each track at the target, on the joined elements and on single ones …
  expect(differences(byTrack.slice(0, 2), [TARGET_LUFS, TARGET_LUFS])).toEqual([0, 0])
  expect(differences(alone, [TARGET_LUFS, TARGET_LUFS])).toEqual([0, 0])
  // … as far as its peak allows.
  const [spiked] = byTrack.slice(2)
  expect(spiked?.lufs).toBeLessThan(TARGET_LUFS - 3)
  expect(spiked?.peakDbtp).toBeCloseTo(PEAK_MAX_DBTP, 1)
  // The album as a whole at the target: its tracks differ as they were recorded.
  const [gain = 0] = byAlbum.map(({ lufs }) => lufs - loud)
  expect(gain).toBeLessThan(-2)
  expect(
    differences(
      byAlbum,
      recorded.map((lufs) => lufs + gain),
    ),
  ).toEqual([0, 0, 0])
  // The gain changes where the track does.
  for (const tones of [byAlbum, byTrack])
    expect(tones.filter(({ unevenMs }) => unevenMs > STEP_MS)).toEqual([])
})

/** How far what was heard is from what is expected, in LU; within half a LU counts as 0. */
function differences(tones: readonly { lufs: number }[], expected: readonly number[]): number[] {
  return expected.map((lufs, index) => {
    const difference = (tones[index]?.lufs ?? -Infinity) - lufs
    return Math.abs(difference) <= 0.5 ? 0 : difference
  })
}
