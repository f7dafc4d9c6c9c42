import type { Page } from 'playwright-core'
import { accountOf } from '../archive/account.ts'
import { median, percentile } from '../load/percentile.ts'
import { figure } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import type { Findings, Part } from './part.ts'
import { SLOWER, startVisitor, timeToElement } from './visit.ts'

/** First letters that are typed, each into an empty field. */
const LETTERS = Array.from('sanbekldmtrgphwvfuio')
/** The share of keystrokes that must reach the goal. */
const SHARE = 0.95
const GOAL_MS = 120

/** From the first keystroke in the search to the first result on screen, on a slow device. */
export const measureSearchPage: Part = async ({ archives, runFolder }) => {
  const archive = await archives.search()
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') return report([], archive.label)
  await using server = await startProduct(archive.dataFolder, runFolder)
  await using visitor = await startVisitor(`http://127.0.0.1:${server.port}`, browser)
  const page = await visitor.logIn(accountOf(0))
  const times = await typeLetters(page)
  await page.context().close()
  return report(times, archive.label)
}

async function typeLetters(page: Page): Promise<number[]> {
  await page.getByRole('navigation').getByRole('link', { name: 'Archive', exact: true }).click()
  await page.locator('[data-album]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Alles durchsuchen' })
  await field.waitFor()
  // The first search reads the words of all documents.
  await field.fill('s')
  await page.locator('[data-key^="songs:"]').first().waitFor()
  await field.fill('')
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const times: number[] = []
  for (const letter of LETTERS) {
    // The function must have returned before the key is pressed: scripts and key presses reach the page through
    // different channels.
    const shown = await page.evaluateHandle(timeToElement, {
      type: 'keydown',
      selector: '[data-key^="songs:"]',
    })
    await page.keyboard.press(letter)
    times.push(await shown.evaluate(async ({ ms }) => ms))
    await page.keyboard.press('Escape')
    await page.locator('[data-key^="songs:"]').first().waitFor({ state: 'detached' })
    // The page leaves a minimum time between two requests.
    await page.waitForTimeout(300)
  }
  return times
}

function report(times: readonly number[], label: string): Findings {
  const isMeasured = times.length > 0
  return {
    tables: [
      {
        heading: `Typing into the search, ${label}, four times slower processor`,
        columns: ['keystrokes', 'median, ms', '95 %, ms', 'slowest, ms'],
        rows: isMeasured
          ? [
              [
                String(times.length),
                figure(median(times)),
                figure(percentile(times, SHARE)),
                figure(Math.max(...times)),
              ],
            ]
          : [],
        ...(!isMeasured && { notes: ['No browser was found, so nothing was typed.'] }),
      },
    ],
    goals: [
      {
        name: 'first keystroke to shown result, 95 %',
        value: isMeasured ? percentile(times, SHARE) : undefined,
        unit: 'ms',
        kind: 'atMost',
        goal: GOAL_MS,
      },
    ],
  }
}
