import type { Page } from '@playwright/test'
import { openAlbum, player, trackButton } from './albums.ts'
import { hidePage, showPage, stateInSystem, titleInSystem } from './background-page.ts'
import { addAlbumByCall, headersOf } from './archive-calls.ts'
import { amplitudesOf, heardTones, LONG_PIECE_MS, type HeardTone } from './heard-tones.ts'
import { flacTone, wavTone, type Tone } from './loudness-files.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import {
  isTorn,
  mixedOutputs,
  type Recording,
  recordingOf,
  rememberMixer,
  startRecordingMixer,
} from './sound-recorder.ts'
import { expect, test } from './test.ts'

test.use({ settings: { ANALYSIS: 'on' } })

/** Seconds of each track. */
const SECONDS = 1.6
/** Tones of −10 and −22 LUFS; the third one has a peak that allows a gain of at most 2 dB. */
const LOUD: Tone = { hertz: 1000, level: -7 }
const QUIET: Tone = { hertz: 1500, level: -20.34 }
const SPIKED: Tone = { hertz: 1000, level: -25, peak: -3 }
const PITCHES = [1000, 1500]
/** Maximum number of recordings. */
const RECORDINGS = 5
const TARGET_LUFS = -16
const PEAK_MAX_DBTP = -1
/** A tone counts as heard from this share of its usual amplitude on. */
const HEARD = 0.1
/** Seconds of the tracks that fade into each other for one second. */
const FADED_SECONDS = 3.5
/** Maximum number of decibels by which the power during a crossfade may differ. */
const FADE_UNEVEN_DB = 0.5
/** Decibels by which the level of the first tone is higher when both are equally loud: LUFS weight their pitches. */
const EQUALLY_LOUD_DB = LOUD.level - QUIET.level - 12
/** Milliseconds at a change in which a track may still have the gain of the other one. */
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

interface RecordingOptions {
  /** Whether the page is in the background meanwhile. */
  isHidden?: boolean
  /** Whether the recording needs no repetition. */
  isGood?: (recording: Recording) => boolean
}

/** Plays a whole album with these tracks and returns the recording. */
async function recorded(
  page: Page,
  album: string,
  tracks: readonly string[],
  { isHidden = false, isGood = () => true }: RecordingOptions = {},
): Promise<Recording> {
  const [first = '', last = ''] = [tracks[0], tracks.at(-1)]
  await openAlbum(page, album)
  let recording: Recording | undefined
  // Repeated, because on a busy machine the browser may have no sound to output for a moment, and the page may compare
  // the clocks of an element and the mixer too rarely to know both to the millisecond.
  for (let recordings = 0; recordings < RECORDINGS; recordings += 1) {
    await startRecordingMixer(page)
    await trackButton(page, first).click()
    await expect(player(page)).toContainText(first)
    if (isHidden) await hidePage(page)
    await expect.poll(() => titleInSystem(page)).toBe(last)
    await expect.poll(() => stateInSystem(page)).toBe('paused')
    if (isHidden) await showPage(page)
    await expect(player(page)).toContainText(last)
    await expect(player(page).getByRole('button', { name: 'Abspielen' })).toBeVisible()
    recording = await recordingOf(page)
    if (!isTorn(recording) && isGood(recording)) break
  }
  if (!recording) throw new Error('Nothing was recorded')
  return recording
}

/** Plays a whole album with these tracks and returns the tones of the recording. */
async function heard(page: Page, album: string, tracks: readonly string[]): Promise<HeardTone[]> {
  const isEven = (recording: Recording) => tonesOf(recording).every(({ unevenMs }) => unevenMs <= STEP_MS)
  return tonesOf(await recorded(page, album, tracks, { isGood: isEven }))
}

const tonesOf = ({ samples, sampleRate }: Recording) => heardTones(samples, sampleRate, PITCHES)

/** The transition from one tone to the other. */
interface HeardFade {
  /** Milliseconds in which both tones are heard. */
  lengthMs: number
  /** The largest difference of their common power from that of each tone alone, in decibels. */
  unevenDb: number
  /** By how many decibels the first tone alone is louder. */
  differenceDb: number
}

function fadeIn({ samples, sampleRate }: Recording): HeardFade {
  const pieces = amplitudesOf(samples, sampleRate, PITCHES)
  const [first, second] = PITCHES.map((_, index) => Math.max(...pieces.map((piece) => piece[index] ?? 0)))
  const shares = pieces.map(([one = 0, other = 0]) => [one / (first ?? 1), other / (second ?? 1)])
  const isHeard = ([one = 0, other = 0]: number[]) => Math.max(one, other) > HEARD
  const from = shares.findIndex(isHeard)
  const until = shares.findLastIndex(isHeard)
  // At the beginning and the end of the sound, pieces are only partly filled.
  const powers = shares.slice(from + 2, until - 1).map(([one = 0, other = 0]) => one ** 2 + other ** 2)
  return {
    lengthMs: shares.filter(([one = 0, other = 0]) => Math.min(one, other) > HEARD).length * LONG_PIECE_MS,
    unevenDb: Math.max(...powers.map((power) => Math.abs(decibels(Math.sqrt(power))))),
    differenceDb: decibels((first ?? 0) / (second ?? 1)),
  }
}

const decibels = (amplitude: number) => 20 * Math.log10(amplitude)

test('loud and quiet tracks are played equally loud, each or by albums, never over the peak, and fade at one power', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await page.addInitScript(rememberMixer)
  await page.addInitScript(() => sessionStorage.setItem('playerVolume', '1'))
  const device = await page.context().newCDPSession(page)
  await device.send('Page.setBypassCSP', { enabled: true })
  await enterAsAdmin(page, archive, OUTSIDE_APP)
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
  const measuredLufs = await measured(page, 'Gemischt')
  await measured(page, 'Einzeln')
  const faded = ['Tief', 'Hoch']
  await addAlbumByCall(page, {
    title: 'Zweiklang',
    tracks: faded,
    sound: [LOUD, QUIET].map((tone) => flacTone(tone, FADED_SECONDS)),
  })
  await measured(page, 'Zweiklang')

  // The mixer is created when the first music with another gain or a fade plays.
  await openAlbum(page, 'Einzeln')
  await expect(page.locator('audio')).toHaveCount(4)
  await trackButton(page, 'Stark').click()
  await expectSound(page)
  await expect.poll(() => page.evaluate(mixedOutputs)).toBeGreaterThan(0)
  await page.keyboard.press('Space')

  const byAlbum = await heard(page, 'Gemischt', tracks)
  await level(page, 'Titel')
  const byTrack = await heard(page, 'Gemischt', tracks)
  const alone = await heard(page, 'Einzeln', ['Stark', 'Schwach'])
  await level(page, 'Aus')
  const off = await heard(page, 'Gemischt', tracks)
  await level(page, 'Titel')
  await page.getByRole('slider', { name: 'Überblenden' }).press('ArrowRight')
  const inOrder = fadeIn(await recorded(page, 'Zweiklang', faded))
  await page.keyboard.press('s')
  await expect(page.getByText('Shuffle an')).toBeVisible()
  // The track that fades in has elements of its own.
  await expect(page.locator('audio')).toHaveCount(8)
  // A page in the background needs no timer to fade into the next track.
  const shuffled = fadeIn(await recorded(page, 'Zweiklang', faded, { isHidden: true }))

  const [loud = 0, quiet = 0] = measuredLufs
  expect(loud - quiet).toBeCloseTo(12, 0)
  // As recorded.
  expect(differences(off, measuredLufs)).toEqual([0, 0, 0])
  // Each track is at the target, on joined elements and on single ones.
  expect(differences(byTrack.slice(0, 2), [TARGET_LUFS, TARGET_LUFS])).toEqual([0, 0])
  expect(differences(alone, [TARGET_LUFS, TARGET_LUFS])).toEqual([0, 0])
  // A track whose peak does not allow that stays quieter.
  const [spiked] = byTrack.slice(2)
  expect(spiked?.lufs).toBeLessThan(TARGET_LUFS - 3)
  expect(spiked?.peakDbtp).toBeCloseTo(PEAK_MAX_DBTP, 1)
  // The whole album is at the target: its tracks differ as they were recorded.
  const [gain = 0] = byAlbum.map(({ lufs }) => lufs - loud)
  expect(gain).toBeLessThan(-2)
  expect(
    differences(
      byAlbum,
      measuredLufs.map((lufs) => lufs + gain),
    ),
  ).toEqual([0, 0, 0])
  // The gain changes exactly where the track changes.
  for (const tones of [byAlbum, byTrack])
    expect(tones.filter(({ unevenMs }) => unevenMs > STEP_MS)).toEqual([])
  // An album in its order is not crossfaded. Shuffled, both tracks are heard with constant power, each with its own
  // gain.
  expect(inOrder.lengthMs).toBeLessThanOrEqual(2 * LONG_PIECE_MS)
  expect(shuffled.lengthMs).toBeGreaterThan(400)
  expect(shuffled.lengthMs).toBeLessThanOrEqual(1000)
  expect(shuffled.unevenDb).toBeLessThanOrEqual(FADE_UNEVEN_DB)
  expect(Math.abs(shuffled.differenceDb - EQUALLY_LOUD_DB)).toBeLessThan(0.5)
})

/** The differences of the measured from the expected loudness, in LU; less than half a LU counts as 0. */
function differences(tones: readonly { lufs: number }[], expected: readonly number[]): number[] {
  return expected.map((lufs, index) => {
    const difference = (tones[index]?.lufs ?? -Infinity) - lufs
    return Math.abs(difference) <= 0.5 ? 0 : difference
  })
}
