import type { Page } from 'playwright-core'
import { accountOf } from '../archive/account.ts'
import { type Scrolled, scrollPage } from './page-scroll.ts'
import { SLOWER, startVisitor, type Visitor } from './visit.ts'

const FRAMES = 600
const STEP = 120
/** Number of changes that another page shows. */
const FOLLOWED = 30

/**
 * Playlists that are opened in a browser: their number, and the number of entries of each. `sharedId`: a short playlist
 * whose changes another page shows.
 */
export interface Opened {
  playlists: number
  entries: number
  sharedId: string
}

export interface Seen {
  openMs: readonly number[]
  /** Milliseconds from a press on one page to the frame of another page that shows the change. */
  followedMs: readonly number[]
  scrolled: Scrolled
  /** The same scrolling with rows that need no work, on this machine. */
  floor: Scrolled
}

/** Undefined without a browser. */
export async function openAndScroll(
  origin: string,
  { playlists, entries, sharedId }: Opened,
): Promise<Seen | undefined> {
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') return undefined
  await using visitor = await startVisitor(origin, browser)
  const followedMs = await followChanges(visitor, `${origin}/playlists/${sharedId}`)
  const page = await visitor.logIn(accountOf(0))
  const links = page.getByRole('complementary').getByRole('link', { name: /^Liste \d$/ })
  await links.nth(playlists - 1).waitFor()
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const openMs: number[] = []
  for (let number = 0; number < playlists; number += 1) {
    const name = `Liste ${number}`
    const opened = page.evaluate(rowAfterPress, name)
    await links.filter({ hasText: name }).click()
    openMs.push(await opened)
    await settled(page)
  }
  const scrolled = await scrollPage(page, { frames: FRAMES, step: STEP })
  await page.goto('about:blank')
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(showPlainRows, entries)
  const floor = await scrollPage(page, { frames: FRAMES, step: STEP })
  await page.context().close()
  // The first page has loaded the code, so it is left out.
  return { openMs: openMs.slice(1), followedMs, scrolled, floor }
}

/** Removes entries on one page and waits until another page of the playlist shows it. */
async function followChanges(visitor: Visitor, address: string): Promise<number[]> {
  const acting = await visitor.logIn(accountOf(0))
  const following = await visitor.logIn(accountOf(0))
  for (const page of [acting, following]) {
    await page.goto(address)
    await page.locator('[data-remove]').first().waitFor()
    await settled(page)
  }
  const durations: number[] = []
  for (let round = 0; round < FOLLOWED; round += 1) {
    const label = (await acting.locator('[data-remove]').first().getAttribute('aria-label')) ?? ''
    const shownAt = following.evaluate(timeWithout, label)
    const pressedAt = await acting.evaluate(pressRemove, label)
    durations.push((await shownAt) - pressedAt)
  }
  for (const page of [acting, following]) await page.context().close()
  return durations
}

/** Runs in the page. @returns the time of the press, milliseconds since 1970 */
function pressRemove(label: string): number {
  const pressedAt = performance.timeOrigin + performance.now()
  document.querySelector<HTMLElement>(`[data-remove][aria-label="${CSS.escape(label)}"]`)?.click()
  return pressedAt
}

/** Runs in the page. @returns the time of the first frame without the entry, milliseconds since 1970 */
async function timeWithout(label: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (now: number) => {
      const entry = document.querySelector(`[data-remove][aria-label="${CSS.escape(label)}"]`)
      if (entry === null) resolve(performance.timeOrigin + now)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/**
 * Runs in an empty page: adds rows of the same height with one line of text. All are in the document, and there are no
 * scripts.
 */
function showPlainRows(count: number): void {
  for (let number = 1; number <= count; number += 1) {
    const row = document.createElement('div')
    row.style.height = '56px'
    row.textContent = `Row ${number}`
    document.body.append(row)
  }
}

/** Waits until all entries have been read and rendered. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => new Promise((resolve) => setTimeout(resolve, 500)))
}

/** Runs in the page: milliseconds from the next press to the frame with the playlist's title and first rows. */
async function rowAfterPress(title: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (pressedAt: number) => {
      const isOpen = document.querySelector('h1')?.textContent === title
      if (
        isOpen &&
        document.querySelector(
          '[aria-label="Titel der Playlist"] [role="listitem"], [aria-label="Titel der Playlist"] li',
        )
      )
        requestAnimationFrame((now) => resolve(now - pressedAt))
      else requestAnimationFrame(() => look(pressedAt))
    }
    addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true })
  })
}
