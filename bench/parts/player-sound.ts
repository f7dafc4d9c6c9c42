import type { Locator, Page } from 'playwright-core'
import { accountOf } from '../archive/account.ts'
import type { SoundArchive } from '../archive/sound-archive.ts'
import { median, percentile } from '../load/percentile.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import type { Findings, Part } from './part.ts'
import {
  barJumps,
  isNextLoaded,
  putBareButton,
  startListening,
  removeBare,
  silenceByClocks,
  silenceBySamples,
  soundAfterPress,
  watchBar,
} from './player-page.ts'
import { bar, openAlbum, pause, rowOf } from './player-rows.ts'
import { measurePlayerWork } from './player-work.ts'
import { startVisitor } from './visit.ts'

/** Rounds before measuring, in which the browser compiles code and the server opens files. */
const WARMING = 2
const PRESSES = 12
const CHANGES = 6
/** Milliseconds until a page has rendered its hover state. */
const SETTLING_MS = 150

/** The delay from a press to sound, the silence between two tracks, and whether the bar stays in place. */
export const measurePlayer: Part = async ({ archives, runFolder }) => {
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') {
    const notes = ['No browser was found, so nothing was played.']
    return { tables: [{ heading: 'Player', columns: ['Figure'], rows: [], notes }], goals: [] }
  }
  await using server = await startProduct(archives.sound.dataFolder, runFolder)
  await using visitor = await startVisitor(`http://127.0.0.1:${server.port}`, browser)
  let visits = 0
  // Each measurement has an account of its own, because the saved play state of an earlier page would be restored.
  const visit = async <T>(measure: (page: Page) => Promise<T>): Promise<T> => {
    const page = await visitor.logIn(accountOf(visits))
    visits += 1
    const found = await measure(page)
    await page.context().close()
    return found
  }
  const presses = await visit(async (page) => measurePresses(page, archives.sound))
  const clocks = await visit(async (page) => measureChanges(page, silenceByClocks))
  const samples = await visit(measureSamples)
  const jumps = await visit(async (page) => measureBar(page, archives.sound))
  const { tables, goals } = report(presses, { clocks, samples }, jumps)
  const work = await visit(measurePlayerWork)
  return {
    tables: [...tables, ...work.tables],
    goals: [...goals, ...work.goals],
  }
}

interface Presses {
  ours: number[]
  bare: number[]
  /** Pressing "next" with the track preloaded. */
  next: number[]
}

async function measurePresses(page: Page, { fileNames }: SoundArchive): Promise<Presses> {
  await openAlbum(page)
  const found: Presses = { ours: [], bare: [], next: [] }
  for (let round = 0; round < WARMING + PRESSES; round += 1) {
    // Only every other track is played, so that none was preloaded; the bare element plays other files.
    found.ours.push(await pressOn(page, rowOf(page, 1 + 2 * round)))
    await pause(page)
    await page.evaluate(putBareButton, `/api/stream/${fileNames[63 - round]}`)
    found.bare.push(await pressOn(page, page.getByRole('button', { name: 'Bare element' })))
    await page.evaluate(removeBare)
  }
  await bar(page).getByRole('button', { name: 'Abspielen' }).click()
  for (let round = 0; round < WARMING + PRESSES; round += 1) {
    await page.waitForFunction(isNextLoaded)
    found.next.push(await pressOn(page, bar(page).getByRole('button', { name: 'Nächster Track' })))
  }
  return {
    ours: found.ours.slice(WARMING),
    bare: found.bare.slice(WARMING),
    next: found.next.slice(WARMING),
  }
}

/** Clicks with the mouse only. The element is located before, because that keeps the page busy. */
export async function pressOn(page: Page, target: Locator): Promise<number> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('What is pressed is not on the screen')
  const sounded = page.evaluate(soundAfterPress)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(SETTLING_MS)
  await page.mouse.down()
  await page.mouse.up()
  return sounded
}

async function measureSamples(page: Page): Promise<number[]> {
  const device = await page.context().newCDPSession(page)
  await device.send('Page.setBypassCSP', { enabled: true })
  await page.reload()
  await openAlbum(page)
  await rowOf(page, 1).click()
  await page.evaluate(startListening)
  return changes(page, silenceBySamples)
}

async function measureChanges(page: Page, silence: () => Promise<number>): Promise<number[]> {
  await openAlbum(page)
  await rowOf(page, 1).click()
  return changes(page, silence)
}

/** Plays several tracks from shortly before their ends into the next one, and measures each change. */
async function changes(page: Page, silence: () => Promise<number>): Promise<number[]> {
  const found: number[] = []
  for (let round = 0; round < CHANGES; round += 1) {
    await page.waitForFunction(isNextLoaded)
    await page.getByRole('slider', { name: 'Position' }).fill('98')
    found.push(await page.evaluate(silence))
  }
  return found
}

type Jump = ReturnType<typeof barJumps>[number]

/** Loading, playing, track changes, favorites, queueing and a file that cannot be played. */
async function measureBar(page: Page, { fileNames }: SoundArchive): Promise<Jump[]> {
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
  return page.evaluate(barJumps)
}

function report(presses: Presses, silences: Record<'clocks' | 'samples', number[]>, jumps: Jump[]): Findings {
  const shift = jumps.reduce((sum, { value }) => sum + value, 0)
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
        notes: [
          'Less than 0: the beginning of one sounds over the end of the other.',
          ...jumps.map(({ value, parts }) => `The bar jumped by ${figure(value)}: ${parts.join(', ')}.`),
        ],
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
