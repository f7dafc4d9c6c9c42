import type { Page } from '@playwright/test'
import { addAlbumByCall, headersOf } from './archive-calls.ts'
import { mpegFrames } from '../server/src/testing/audio-samples.ts'
import { chooseInMenu, filesOf, openAlbum, player, trackButton } from './albums.ts'
import { expectSound, listenIn, secondsPlayed } from './playback-checks.ts'
import { hidePage, showPage, titleInSystem } from './background-page.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { isEven, recordedJoins } from './recorded-joins.ts'
import { clearRecording, type Recording, recordingOf, startRecording } from './sound-recorder.ts'
import { SWEEP_SECONDS, SWEEP_TRACKS, sweepTracks } from './sweep-album.ts'
import { sweepCuts } from './sweep.ts'
import { expect, test } from './test.ts'

const SAMPLE_RATE = 44_100

/** Lifts the Content-Security-Policy of the page, which would block the script of the recorder. */
async function allowRecorder(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page)
  await device.send('Page.setBypassCSP', { enabled: true })
}

/**
 * Waits for the fourth audio element. Three play single files; the fourth one plays joined tracks, and exists once that
 * part of the player is loaded.
 */
async function expectGaplessReady(page: Page): Promise<void> {
  await expect(page.locator('audio')).toHaveCount(4)
}

/** An album whose tracks are parts of one sweep (sweep.ts), and their number. */
interface SweepAlbum {
  title: string
  tracks: number
}

async function addSweep(page: Page, { title, tracks }: SweepAlbum): Promise<void> {
  const sound = (await sweepTracks()).slice(0, tracks)
  await addAlbumByCall(page, { title, tracks: sound.map((_, index) => `Teil ${index + 1}.`), sound })
}

/** Plays the album to its end. @returns what was heard */
async function playAndRecord(page: Page, tracks: number): Promise<Recording> {
  await clearRecording(page)
  await trackButton(page, 'Teil 1\\.').click()
  await expect(player(page)).toContainText('Teil 1.')
  await expect(player(page)).toContainText(`Teil ${tracks}.`, { timeout: 60_000 })
  await expect(player(page).getByRole('button', { name: 'Abspielen' })).toBeVisible()
  return recordingOf(page)
}

async function expectEvenChanges(page: Page, { title, tracks }: SweepAlbum): Promise<void> {
  await openAlbum(page, title)
  await expectGaplessReady(page)
  await startRecording(page, SAMPLE_RATE)
  const cuts = sweepCuts(tracks, SWEEP_SECONDS)
  const { joins, unexplained } = await recordedJoins(() => playAndRecord(page, tracks), cuts)
  expect(joins).toHaveLength(tracks - 1)
  const uneven = joins.flatMap((join, index) => {
    const change = `${SWEEP_TRACKS[index]} to ${SWEEP_TRACKS[index + 1]}`
    return isEven(join) ? [] : [{ ...join, change, isExplained: !unexplained.includes(index) }]
  })
  expect(uneven).toEqual([])
}

test('tracks of an album follow one another without gap or overlap, in every format and in a lower quality', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await allowRecorder(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  const all = { title: 'Gleitton', tracks: SWEEP_TRACKS.length }
  await addSweep(page, all)
  await expectEvenChanges(page, all)

  // For a lower quality the server encodes all formats as Opus, so a few tracks suffice. They are encoded before they
  // are played, because a busy machine may encode such short tracks more slowly than they play.
  const some = { title: 'Anfang', tracks: 5 }
  await addSweep(page, some)
  await page.goto('/settings?tab=sound')
  await page.getByRole('radio', { name: /^96 kbit\/s($| über WLAN)/ }).check()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await encodeAhead(page, some)
  await expectEvenChanges(page, some)
  const requested = (path: string) => requests.filter((each) => each.startsWith(path))
  expect(new Set(requested('/api/quality/')).size).toBe(some.tracks)
  expect(requested('/api/stream/')).toEqual([])
})

/** Requests the encodings of an album's tracks, so that the server caches them. */
async function encodeAhead(page: Page, { title }: SweepAlbum): Promise<void> {
  const headers = await headersOf(page)
  for (const file of Object.values(await filesOf(page, title))) {
    const encoding = await page.request.get(`/api/quality/${file}?kbps=96&codec=opus`, { headers })
    expect(encoding.ok(), file).toBe(true)
    await encoding.body()
  }
}

/** Silent frames of mp3 that last this long. */
const silence = (name: string, seconds: number) => ({
  name,
  bytes: mpegFrames(Math.round((seconds * SAMPLE_RATE) / 1152)),
})
/** The URL of the file that the playing element plays. */
const sourcePlayed = (page: Page) =>
  page.evaluate(
    () => [...(window.playedElements ?? [])].find(({ paused }) => !paused)?.src.replace(/[?#].*/, '') ?? '',
  )

test('seeks and changes of the queue reach the joined tracks, and what cannot be joined plays all the same', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  const lengths = { Lang: 300, Zweites: 30, Drittes: 30, Viertes: 30 }
  const sound = Object.entries(lengths).map(([name, seconds]) => silence(`${name}.mp3`, seconds))
  await addAlbumByCall(page, { title: 'Stille', tracks: Object.keys(lengths), sound })
  await openAlbum(page, 'Stille')
  await expectGaplessReady(page)
  const position = page.getByRole('slider', { name: 'Position' })

  await trackButton(page, 'Lang').click()
  await expectSound(page)
  expect(await sourcePlayed(page)).toMatch(/^blob:/)
  // Seeks beyond what is appended, back again, and within it.
  for (const percent of [80, 10, 15]) {
    await position.fill(String(percent))
    const second = percent * 3
    await expect.poll(() => secondsPlayed(page), { message: `${second} s` }).toBeGreaterThan(second + 0.3)
    expect(await secondsPlayed(page)).toBeLessThan(second + 30)
    await expect(player(page)).toContainText('Lang')
  }

  await position.fill('97')
  await expect.poll(() => secondsPlayed(page)).toBeGreaterThan(291.3)
  await chooseInMenu(page, 'Drittes', 'Zur Warteschlange')
  await position.fill('99.5')
  // A page in the background reaches the next track as well.
  await hidePage(page)
  await expect.poll(() => titleInSystem(page)).toBe('Drittes')
  await expectSound(page)
  await showPage(page)
  await expect(player(page)).toContainText('Drittes')
  await expectSound(page)

  // From here on calls of the page for streams get no audio, but requests of audio elements do.
  await page.route('**/api/stream/**', async (route) => {
    if (route.request().resourceType() === 'fetch') await route.fulfill({ status: 200, body: 'no sound' })
    else await route.continue()
  })
  await trackButton(page, 'Viertes').click()
  await expect.poll(() => sourcePlayed(page)).toMatch(/\/api\/stream\//)
  await expectSound(page)
  await expect(player(page)).toContainText('Viertes')
  await expect(page.getByText('Fehler beim Abspielen des Tracks')).toHaveCount(0)
})
