import { readFileSync } from 'node:fs'
import { test as base, expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import { type ArchiveHost, startArchiveHost } from '../server/src/testing/archive-host.ts'
import { WCAG_22_AA } from '../web/src/testing/wcag.ts'
import { throttleCpu } from './cpu-throttle.ts'
import { actAsAPerson } from './engines/firefox.ts'
import { playbackLog } from './playback-checks.ts'
import { inOwnProcess, type RunningArchive, startArchive } from './running-archive.ts'

export { expect }

/** The minified script has less than half the size of the one that the package exports as `source`. */
const axeScript = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  /** What the script of axe defines in a page. */
  var axe: typeof Axe
}

interface Fixtures {
  /** Whether the archive has a server process of its own, as `npm start` runs it. */
  ownProcess: boolean
  /** Additional settings of the archive. */
  settings: Record<string, string>
  /** An empty archive for this test only. */
  archive: RunningArchive
  /**
   * Opens a separate browser for another member. Console errors that do not match `expects` fail the test. By default
   * it saves data and has no service worker: loading the whole app in advance takes longer than most tests.
   */
  newPerson: (options?: {
    phone?: boolean
    expects?: RegExp
    serviceWorkers?: 'allow' | 'block'
    savesData?: boolean
  }) => Promise<Page>
}

interface WorkerFixtures {
  /** A process that serves the archives of this worker, one after the other. */
  host: ArchiveHost
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const host = startArchiveHost()
      await use(host)
      await host.end()
    },
    { scope: 'worker' },
  ],
  ownProcess: [false, { option: true }],
  settings: [{}, { option: true }],
  archive: async ({ host, ownProcess, settings }, use) => {
    const archive = await startArchive(ownProcess ? inOwnProcess() : host.launch, () => settings)
    await use(archive)
    await archive.stop()
  },
  newPerson: async ({ browser, browserName, playwright, archive }, use, testInfo) => {
    const errors: string[] = []
    const pages: Page[] = []
    const contexts: { close: () => Promise<void> }[] = []
    await use(
      async ({
        phone = false,
        expects,
        serviceWorkers = 'block',
        savesData = serviceWorkers === 'block',
      } = {}) => {
        testInfo.skip(phone && browserName === 'firefox', 'Only Chromium acts as a phone')
        // Firefox throttles all windows but the front one, so each member has a browser.
        const isShared = browserName === 'chromium' || contexts.length === 0
        const own = isShared ? browser : await playwright[browserName].launch()
        if (!isShared) contexts.push(own)
        const context = await own.newContext({
          baseURL: archive.url,
          serviceWorkers,
          ...(phone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}),
        })
        contexts.push(context)
        if (savesData) await context.addInitScript(saveData)
        const page = await context.newPage()
        pages.push(page)
        if (browserName === 'chromium') await throttleCpu(page)
        else await actAsAPerson(page)
        page.on('console', (message) => {
          const text = message.text()
          if (message.type() !== 'error' || isExpected(text) || expects?.test(text) === true) return
          errors.push(text)
        })
        page.on('pageerror', (error) => errors.push(error.message))
        return page
      },
    )
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const page of pages) console.log((await playbackLog(page)).join('\n'))
    }
    for (const context of contexts.toReversed()) await context.close()
    expect(errors, 'what the browser’s console complained of').toEqual([])
  },
})

/** Runs in the browser, as if the member had switched on its data saver. */
function saveData(): void {
  if ('connection' in navigator) Object.defineProperty(navigator.connection, 'saveData', { value: true })
}

/** Chromium itself logs rejected calls and lost connections; the tests check what the screen shows in these cases. */
function isExpected(text: string): boolean {
  return (
    /^Failed to load resource: the server responded with a status of 4\d\d/.test(text) ||
    /^(?:Failed to load resource|WebSocket connection to '[^']+' failed): .*net::ERR_INTERNET_DISCONNECTED/.test(
      text,
    )
  )
}

/** Waits until the service worker is in place and answers the requests of the page. */
export async function underWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Waits until short animations have ended: until then, positions and colours are temporary. */
export async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const short = document.getAnimations().filter(({ effect, playState }) => {
      const { endTime } = effect?.getComputedTiming() ?? {}
      return playState === 'running' && typeof endTime === 'number' && endTime <= 1000
    })
    await Promise.allSettled(short.map(({ finished }) => finished))
  })
}

/** Waits until the page has not scrolled for several frames. */
export async function scrollingEnds(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let still = 0; still < 10; still += 1) {
      const before = window.scrollY
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (window.scrollY !== before) still = 0
    }
  })
}

/** Checks WCAG 2.2 AA as far as a program can. */
export async function expectAccessible(page: Page): Promise<void> {
  // axe opens pages in a way that Firefox's driver does not allow. What it checks is the same in all engines.
  if (page.context().browser()?.browserType().name() !== 'chromium') return
  await comeToRest(page)
  // The script is large: a document that has it does not get it again.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeScript)
  const { violations } = await page.evaluate(
    // `preload` is false because for style sheets that are still being loaded axe would write their rules into the page,
    // which our content security policy reports as an error.
    (rules) => axe.run(document, { ...rules, preload: false }),
    WCAG_22_AA,
  )
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}
