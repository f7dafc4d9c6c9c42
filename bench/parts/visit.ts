import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { onInterruption } from '../interruption.ts'
import type { Account } from '../archive/account.ts'

/** The factor by which the visitor's device is slower than this machine, like a phone. */
export const SLOWER = 4

export interface Visitor extends AsyncDisposable {
  /** Whether the login form is visible on the page without scripts. */
  seesFormWithoutScripts: () => Promise<boolean>
  /** URLs of all scripts and styles that the login page has loaded once it is idle. */
  filesOfLogin: () => Promise<string[]>
  /** Logs in with the form; resolves on the home page. The caller closes the browser context of the page. */
  logIn: (account: Account) => Promise<Page>
  /** Logs in with the form; then reloads the archive until an album with that title is rendered. */
  openArchive: (account: Account, title: string) => Promise<ArchiveVisit>
}

export interface ArchiveVisit {
  files: string[]
  /** Total blocking time on a device that is four times slower. */
  blockingMs: number
}

/** A visitor with a separate browser. @param args - command line switches of the browser */
export async function startVisitor(
  origin: string,
  executablePath: string,
  args: readonly string[] = [],
): Promise<Visitor> {
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [...args],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const forget = onInterruption(async () => browser.close())
  return {
    seesFormWithoutScripts: async () => {
      await using context = await newContext(browser)
      await context.route(/\.js$/, async (route) => route.abort())
      const page = await context.newPage()
      await page.goto(origin)
      return await page.getByLabel('E-Mail-Adresse').isVisible()
    },
    filesOfLogin: async () => {
      await using context = await newContext(browser)
      const page = await context.newPage()
      const files = collectFiles(page, origin)
      await page.goto(origin, { waitUntil: 'networkidle' })
      return files
    },
    logIn: async (account) => logIn(await newContext(browser), origin, account),
    openArchive: async (account, title) => {
      await using context = await newContext(browser)
      return await openArchive(await logIn(context, origin, account), `${origin}/archive`, title)
    },
    [Symbol.asyncDispose]: async () => {
      forget()
      await browser.close()
    },
  }
}

async function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 800 } })
}

async function logIn(context: BrowserContext, origin: string, account: Account): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  await page.getByLabel('E-Mail-Adresse').fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('navigation').first().waitFor()
  return page
}

function collectFiles(page: Page, origin: string): string[] {
  const files: string[] = []
  page.on('response', (response) => {
    const { pathname, origin: from } = new URL(response.url())
    if (from === origin && /\.(?:js|css)$/.test(pathname)) files.push(pathname)
  })
  return files
}

async function openArchive(page: Page, address: string, title: string): Promise<ArchiveVisit> {
  const files = collectFiles(page, new URL(address).origin)
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(address, { waitUntil: 'networkidle' })
  // Read before any element is located, because locators run scripts in the page that are not the page's own work.
  const { result } = await device.send('Runtime.evaluate', {
    expression: `(${blockingTime.toString()})()`,
    awaitPromise: true,
    returnByValue: true,
  })
  await page.getByText(title).first().waitFor()
  return { files, blockingMs: Number(result.value) }
}

/** Runs in the page: the sum of task durations beyond 50 ms since the first paint. */
async function blockingTime(): Promise<number> {
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime + duration > (painted?.startTime ?? 0)) sum += Math.max(0, duration - 50)
    }).observe({ type: 'longtask', buffered: true })
    setTimeout(() => resolve(sum), 200)
  })
}

/**
 * Runs in the page: milliseconds from the next event of this type to the frame in which an element with this selector
 * is shown.
 */
export function timeToElement({ type, selector }: { type: string; selector: string }): {
  ms: Promise<number>
} {
  const begun = new Promise<number>((resolve) => {
    addEventListener(type, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
  })
  const shown = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  const measure = async () => {
    const from = await begun
    await shown
    // The changes are painted after this frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - from
  }
  return { ms: measure() }
}
