import type { CDPSession, Page } from 'playwright-core'
import { accountOf } from '../archive/account.ts'
import { figure } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import { createCovers } from './cover-files.ts'
import { type Scrolled, scrollPage, SLOW_FRAME_MS } from './page-scroll.ts'
import type { Findings, Part } from './part.ts'
import { SLOWER, startVisitor } from './visit.ts'

/** Number of scroll steps, and pixels of each step. With them about a thousand albums scroll past. */
const FRAMES = 600
const STEP = 120
/** More covers than appear in one measurement. */
const COVERS = 2000
/**
 * Number of rounds until the browser has compiled hot code, which takes memory, too. There are only a few, so that they
 * do not hide a leak.
 */
const WARMING_ROUNDS = 10
const ROUNDS = 50
/** The browser interprets all scripts, so what the heap gains is not compiled code. */
const WITHOUT_COMPILERS = '--js-flags=--no-sparkplug --no-maglev --no-opt'
const PAGES = ['Archive', 'Videos', 'Lieblingssongs', 'Chat Room', 'Home']

/**
 * Scrolls the large archive on a slow device, and measures the browser's memory after visiting all pages repeatedly.
 */
export const measureBrowsing: Part = async ({ archives, runFolder }) => {
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') {
    const notes = ['No browser was found, so nothing was visited.']
    return { tables: [{ heading: 'Browsing', columns: ['Figure'], rows: [], notes }], goals: [] }
  }
  await createCovers(archives.large, COVERS)
  await using server = await startProduct(archives.large.dataFolder, runFolder)
  const origin = `http://127.0.0.1:${server.port}`
  await using visitor = await startVisitor(origin, browser)
  const scrolled = await scrollArchive(await visitor.logIn(accountOf(0)))
  const left = await goRound(await visitor.logIn(accountOf(0)))
  await using interpreting = await startVisitor(origin, browser, [WITHOUT_COMPILERS])
  const leftUncompiled = await goRound(await interpreting.logIn(accountOf(0)))
  return report(archives.large.label, scrolled, { left, leftUncompiled })
}

async function scrollArchive(page: Page): Promise<Scrolled> {
  await goTo(page, 'Archive')
  await page.locator('[data-album]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const scrolled = await scrollPage(page, { frames: FRAMES, step: STEP })
  await page.context().close()
  return scrolled
}

interface Left {
  heapBytesPerRound: number
  nodesPerRound: number
}

async function goRound(page: Page): Promise<Left> {
  const device = await page.context().newCDPSession(page)
  for (let round = 0; round < WARMING_ROUNDS; round += 1) await visitAll(page)
  await page.waitForLoadState('networkidle')
  const before = await heldBy(device)
  for (let round = 0; round < ROUNDS; round += 1) await visitAll(page)
  await page.waitForLoadState('networkidle')
  const after = await heldBy(device)
  await page.context().close()
  return {
    heapBytesPerRound: (after.heapBytes - before.heapBytes) / ROUNDS,
    nodesPerRound: (after.nodes - before.nodes) / ROUNDS,
  }
}

async function visitAll(page: Page): Promise<void> {
  for (const name of PAGES) await goTo(page, name)
  // Waits for the last element that this page renders.
  await page.getByRole('navigation', { name: 'Regal' }).getByRole('link').first().waitFor()
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  const title = name === 'Home' ? 'Willkommen' : name
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

async function heldBy(device: CDPSession): Promise<{ heapBytes: number; nodes: number }> {
  // Repeated, because one run of the garbage collector may only mark objects.
  for (let round = 0; round < 3; round += 1) await device.send('HeapProfiler.collectGarbage')
  const { usedSize } = await device.send('Runtime.getHeapUsage')
  const { nodes } = await device.send('Memory.getDOMCounters')
  return { heapBytes: usedSize, nodes }
}

function figuresOf({ heapBytesPerRound, nodesPerRound }: Left): string[] {
  return [figure(heapBytesPerRound / 1000), figure(nodesPerRound)]
}

function report(
  label: string,
  scrolled: Scrolled,
  { left, leftUncompiled }: { left: Left; leftUncompiled: Left },
): Findings {
  const slowShare = (100 * scrolled.slowFrames) / scrolled.frames
  return {
    tables: [
      {
        heading: `Scrolling ${label}, four times slower processor`,
        columns: ['frames', `over ${SLOW_FRAME_MS} ms`, 'slowest, ms', 'most elements', 'layout shift'],
        rows: [
          [
            String(scrolled.frames),
            String(scrolled.slowFrames),
            figure(scrolled.slowestMs),
            String(scrolled.mostElements),
            scrolled.layoutShift.toFixed(4),
          ],
        ],
      },
      {
        heading: `${ROUNDS} rounds through ${PAGES.join(', ')}`,
        columns: ['Browser', 'heap growth per round, KB', 'nodes left per round'],
        rows: [
          ['as installed', ...figuresOf(left)],
          ['compiles no script', ...figuresOf(leftUncompiled)],
        ],
      },
    ],
    goals: [
      {
        name: 'frames over 50 ms while scrolling',
        value: slowShare,
        unit: '%',
        kind: 'atMost',
        goal: 2,
        limit: 10,
      },
      {
        name: 'elements, whatever the length',
        value: scrolled.mostElements,
        unit: '',
        kind: 'atMost',
        goal: 1200,
        limit: 2500,
      },
      {
        name: 'heap growth in a round through the pages',
        value: left.heapBytesPerRound / 1000,
        unit: 'KB',
        kind: 'atMost',
        goal: 3,
        limit: 10,
      },
      { name: 'nodes left by a round', value: left.nodesPerRound, unit: '', kind: 'atMost', goal: 0 },
    ],
  }
}
