import type { Page } from 'playwright-core'
import { accountOf } from '../archive/account.ts'
import type { SoundArchive } from '../archive/sound-archive.ts'
import { median, percentile } from '../load/percentile.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import type { Findings, Part } from './part.ts'
import {
  barShift,
  isNextLoaded,
  putBareButton,
  putEar,
  removeBare,
  silenceByClocks,
  silenceBySamples,
  soundAfterPress,
  watchBar,
} from './player-page.ts'
import { startVisitor } from './visit.ts'

/** Rounds before it counts: the browser compiles, the server opens files. */
const WARMING = 2
const PRESSES = 12
const CHANGES = 6
const ALBUM = 'Klang'

/** How soon music sounds after a press, how long it is silent between two tracks, and whether the bar keeps still. */
export const measurePlayer: Part = async ({ archives, runFolder }) => {
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') {
    const notes = ['No browser was found, so nothing was played.']
    return { tables: [{ heading: 'Player', columns: ['Figure'], rows: [], notes }], goals: [] }
  }
  await using server = await startProduct(archives.sound.dataFolder, runFolder)
  await using visitor = await startVisitor(`http://127.0.0.1:${server.port}`, browser)
  const visit = async <T>(measure: (page: Page) => Promise<T>): Promise<T> => {
    const page = await visitor.logIn(accountOf(0))
    const found = await measure(page)
    await page.context().close()
    return found
  }
  const presses = await visit(async (page) => measurePresses(page, archives.sound))
  const clocks = await visit(async (page) => measureChanges(page, silenceByClocks))
  const samples = await visit(measureSamples)
  const shift = await visit(async (page) => measureBar(page, archives.sound))
  return report(presses, { clocks, samples }, shift)
}

interface Presses {
  ours: number[]
  bare: number[]
  /** On "next", with the track loaded ahead. */
  next: number[]
}

async function measurePresses(page: Page, { fileNames }: SoundArchive): Promise<Presses> {
  await openAlbum(page)
  const found: Presses = { ours: [], bare: [], next: [] }
  for (let round = 0; round < WARMING + PRESSES; round += 1) {
    // Every other track, so that none was loaded ahead; the bare element plays files of its own.
    found.ours.push(await pressed(page, async () => rowOf(page, 1 + 2 * round).click()))
    await pause(page)
    await page.evaluate(putBareButton, `/api/stream/${fileNames[63 - round]}`)
    found.bare.push(
      await pressed(page, async () => page.getByRole('button', { name: 'Bare element' }).click()),
    )
    await page.evaluate(removeBare)
  }
  await bar(page).getByRole('button', { name: 'Abspielen' }).click()
  for (let round = 0; round < WARMING + PRESSES; round += 1) {
    await page.waitForFunction(isNextLoaded)
    const next = bar(page).getByRole('button', { name: 'Nächster Track' })
    const sounded = page.evaluate(soundAfterPress)
    await next.click()
    found.next.push(await sounded)
  }
  return {
    ours: found.ours.slice(WARMING),
    bare: found.bare.slice(WARMING),
    next: found.next.slice(WARMING),
  }
}

async function pressed(page: Page, press: () => Promise<void>): Promise<number> {
  const sounded = page.evaluate(soundAfterPress)
  await press()
  return sounded
}

async function measureSamples(page: Page): Promise<number[]> {
  const device = await page.context().newCDPSession(page)
  await device.send('Page.setBypassCSP', { enabled: true })
  await page.reload()
  await openAlbum(page)
  await rowOf(page, 1).click()
  await page.evaluate(putEar)
  return changes(page, silenceBySamples)
}

async function measureChanges(page: Page, silence: () => Promise<number>): Promise<number[]> {
  await openAlbum(page)
  await rowOf(page, 1).click()
  return changes(page, silence)
}

/** Lets several tracks come to their end, each from near it. */
async function changes(page: Page, silence: () => Promise<number>): Promise<number[]> {
  const found: number[] = []
  for (let turn = 0; turn < CHANGES; turn += 1) {
    await page.waitForFunction(isNextLoaded)
    await page.getByRole('slider', { name: 'Position' }).fill('98')
    found.push(await page.evaluate(silence))
  }
  return found
}

/** Loading, playing, changing, liking, queueing and a file that does not play. */
async function measureBar(page: Page, { fileNames }: SoundArchive): Promise<number> {
  await page.evaluate(watchBar)
  await openAlbum(page)
  await rowOf(page, 1).click()
  await page.waitForFunction(isNextLoaded)
  for (const key of ['l', 's', 's', 'r', 'm', 'm', 'Shift+ArrowRight', ' ', ' ']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(150)
  }
  await rowOf(page, 5).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Warteschlange/ }).click()
  await page.route(`**/api/stream/${fileNames[2]}*`, async (route) => route.fulfill({ status: 404 }))
  await rowOf(page, 3).click()
  await page.getByText('Fehler beim Abspielen des Tracks').first().waitFor()
  await page.waitForFunction(isNextLoaded)
  await page.getByRole('slider', { name: 'Position' }).fill('50')
  await pause(page)
  return page.evaluate(barShift)
}

async function openAlbum(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Archive', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(ALBUM) }).click()
  await rowOf(page, 1).waitFor()
  await page.waitForLoadState('networkidle')
}

function rowOf(page: Page, number: number) {
  const name = new RegExp(`^Rauschen ${number} (?:abspielen|pausieren)$`)
  return page.getByRole('table').getByRole('button', { name })
}

async function pause(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Pause' }).click()
}

function bar(page: Page) {
  return page.getByRole('region', { name: 'Player' })
}

function report(presses: Presses, silences: Record<'clocks' | 'samples', number[]>, shift: number): Findings {
  const row = (name: string, values: readonly number[]) => [
    name,
    figure(median(values)),
    figure(percentile(values, 0.95)),
    String(values.length),
  ]
  const beside = ratio(median(presses.ours), median(presses.bare))
  return {
    tables: [
      {
        heading: 'From a press to the first sound',
        columns: ['Press', 'median, ms', 'p95, ms', 'presses'],
        rows: [
          row('a track in the archive', presses.ours),
          row('floor: a button with a bare audio element', presses.bare),
          row('"next", loaded ahead', presses.next),
        ],
        notes: [`Beside the floor: ${times(beside)}.`],
      },
      {
        heading: 'Silence between two tracks',
        columns: ['Told by', 'median, ms', 'p95, ms', 'changes'],
        rows: [
          row('the clocks of both elements', silences.clocks),
          row('the samples that come out', silences.samples),
        ],
        notes: ['Less than 0: the beginning of one sounds over the end of the other.'],
      },
    ],
    goals: [
      {
        name: 'press to first sound',
        value: median(presses.ours),
        unit: 'ms',
        kind: 'atMost',
        goal: 150,
      },
      {
        name: 'press to first sound beside a bare element',
        value: beside,
        unit: '×',
        kind: 'atMost',
        goal: 1.05,
        limit: 1.25,
      },
      {
        name: 'silence at a change, worst',
        value: Math.max(...silences.clocks, ...silences.samples),
        unit: 'ms',
        kind: 'atMost',
        goal: 30,
        limit: 60,
      },
      { name: 'layout shift in the bar', value: shift, unit: '', kind: 'atMost', goal: 0 },
    ],
  }
}
