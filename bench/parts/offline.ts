import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { accountOf } from '../archive/account.ts'
import { createSoundArchive, SOUND_BYTES } from '../archive/sound-archive.ts'
import { median, percentile } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure, times } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import { shellTimes, storedBytes, watchShell } from './offline-page.ts'
import type { Findings, PartWithoutArchives } from './part.ts'
import { openAlbum, pause, rowOf } from './player-rows.ts'
import { pressOn } from './player-sound.ts'
import { SLOWER, startVisitor } from './visit.ts'

const TRACKS = 14
const STARTS = 10
/** Presses before measuring, because the browser compiles the code first. */
const WARMING = 2
/** The share of app starts and of presses that must reach the goals. */
const SHARE = 0.95

interface Found {
  painted: number[]
  shown: number[]
  presses: number[]
  bytesPerByte: number
}

/** The app and a copied album without a server: how fast the app starts, and the delay from a press to sound. */
export const measureOffline: PartWithoutArchives = async ({ runFolder }) => {
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') {
    const notes = ['No browser was found, so nothing was copied.']
    return { tables: [{ heading: 'Offline', columns: ['Figure'], rows: [], notes }], goals: [] }
  }
  const dataFolder = join(runFolder, 'offline')
  await createSoundArchive(dataFolder, TRACKS)
  await using server = await startProduct(dataFolder, runFolder)
  await using visitor = await startVisitor(`http://127.0.0.1:${server.port}`, browser)
  const page = await visitor.logIn(accountOf(0))
  const bytesPerByte = await keepAlbumAndFavorites(page)
  await server[Symbol.asyncDispose]()
  const starts = await measureStarts(page)
  const presses = await measurePresses(page)
  await page.context().close()
  return report({ ...starts, presses, bytesPerByte })
}

/** Copies the same tracks twice: as an album and as favorites. @returns stored bytes for each byte of the files */
async function keepAlbumAndFavorites(page: Page): Promise<number> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await openAlbum(page)
  for (let number = 1; number <= TRACKS; number += 1)
    await page
      .getByRole('row', { name: new RegExp(`Rauschen ${number} `) })
      .getByRole('button', { name: /^Zu „Lieblingssongs“ hinzufügen/ })
      .click()
  await keep(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Lieblingssongs' }).click()
  await keep(page)
  return (await page.evaluate(storedBytes)) / (TRACKS * SOUND_BYTES)
}

async function keep(page: Page): Promise<void> {
  const control = page.getByRole('group', { name: 'Offline verfügbar' })
  await control.getByRole('switch').click()
  await control.getByText(`${TRACKS} Tracks auf diesem Gerät`).waitFor({ timeout: 120_000 })
}

/** Starts the app several times, each in a new page on a slow device, while the server does not answer. */
async function measureStarts(first: Page): Promise<Pick<Found, 'painted' | 'shown'>> {
  const found: Pick<Found, 'painted' | 'shown'> = { painted: [], shown: [] }
  for (let start = 0; start < STARTS; start += 1) {
    const page = await first.context().newPage()
    await page.addInitScript(watchShell)
    const device = await page.context().newCDPSession(page)
    await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(`${new URL(first.url()).origin}/archive`)
    await page.getByText('Das Archiv ist nicht erreichbar.').waitFor()
    const { paintedMs, shownMs } = await page.evaluate(shellTimes)
    found.painted.push(paintedMs)
    found.shown.push(shownMs)
    await page.close()
  }
  return found
}

async function measurePresses(page: Page): Promise<number[]> {
  // Opened by its URL: the archive may restore the open album, and a press on it would close it.
  await page.goto(`${new URL(page.url()).origin}/archive?album=${encodeURIComponent('Klang 1')}`)
  await rowOf(page, 1).waitFor()
  const presses: number[] = []
  // Only every other track is played, so that none was loaded ahead.
  for (let round = 0; round < TRACKS / 2; round += 1) {
    presses.push(await pressOn(page, rowOf(page, 1 + 2 * round)))
    await pause(page)
  }
  return presses.slice(WARMING)
}

function report({ painted, shown, presses, bytesPerByte }: Found): Findings {
  const goal = (name: string, value: number, unit: string, most: number): Goal => ({
    name,
    value,
    unit,
    kind: 'atMost',
    goal: most,
  })
  const row = (name: string, values: readonly number[]) => [
    name,
    figure(median(values)),
    figure(percentile(values, SHARE)),
    String(values.length),
  ]
  return {
    tables: [
      {
        heading: 'Without a server',
        columns: ['Figure', 'median, ms', '95 %, ms', 'times'],
        rows: [
          row('start of the app, four times slower processor: first paint', painted),
          row('start of the app, four times slower processor: the archive and the bar', shown),
          row('press on a track of a copied album to its first sound', presses),
        ],
        notes: [
          `An album and the favorites with the same tracks: ${times(bytesPerByte)} their bytes are stored.`,
        ],
      },
    ],
    goals: [
      goal('first start of the app from the browser, 95 %', percentile(painted, SHARE), 'ms', 500),
      goal('press to first sound of a copy, 95 %', percentile(presses, SHARE), 'ms', 150),
      goal('stored bytes for each byte of the files', bytesPerByte, '×', 1),
    ],
  }
}
