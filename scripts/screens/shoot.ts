import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Archives, Role } from './archives.ts'

/** A screen in one of its states. */
export interface ScreenState {
  /** The name of the screenshots of this state. */
  name: string
  role: Role
  path: string
  /** Whether the screenshot contains the whole page instead of the visible part. */
  isWhole?: boolean
  /** The only kind of window in which this state exists. */
  on?: 'phone' | 'desktop'
  /** Called before the page is opened, for example to answer calls with errors. */
  before?: (page: Page) => Promise<unknown>
  /** Brings the open page into the state. */
  reach?: (page: Page, isPhone: boolean) => Promise<unknown>
}

interface Size {
  width: number
  height: number
}

/**
 * Styles that stop everything that moves, blinks or depends on the speed of the network. It would differ between
 * screenshots.
 */
const STILL = `*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important }
  input[type='range'] { --b: 0% !important } html { scrollbar-width: none !important; scroll-behavior: auto !important }`
const THEMES = ['dark', 'light'] as const
const STEP_TIMEOUT_MS = 5_000
const QUIET_MS = 150

interface Session {
  token: string
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
}

/** Sessions by email address. All screenshots use the same session, because the settings list the sessions. */
const sessions = new Map<string, Session>()

/**
 * Takes screenshots of a state in both themes, even if it was not fully reached. @returns the problem, if there was one
 */
export async function shootScreen(
  browser: Browser,
  archives: Archives,
  state: ScreenState,
  size: Size,
  pathOf: (theme: string) => string,
): Promise<string | undefined> {
  const isPhone = size.width < 768 || size.height < 480
  if (state.on !== undefined && (state.on === 'phone') !== isPhone) return undefined
  const login = archives.logins[state.role]
  const context = await browser.newContext({
    baseURL: login.url,
    viewport: size,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    hasTouch: isPhone,
  })
  try {
    context.setDefaultTimeout(STEP_TIMEOUT_MS)
    await logIn(context, login.account)
    const page = await context.newPage()
    await page.clock.setFixedTime(archives.now)
    await page.addInitScript((style) => {
      document.addEventListener('DOMContentLoaded', () => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(style)
        document.adoptedStyleSheets.push(sheet)
      })
    }, STILL)
    await state.before?.(page)
    const problem = await reach(page, state, isPhone)
    for (const theme of THEMES) {
      // After two frames, canvases are drawn in the new theme as well.
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await page.screenshot({ path: pathOf(theme), fullPage: state.isWhole === true, caret: 'hide' })
    }
    return problem
  } finally {
    await context.close()
  }
}

async function logIn(context: BrowserContext, data: { email: string; password: string } | undefined) {
  if (data === undefined) return
  const session = sessions.get(data.email) ?? (await startSession(context, data))
  sessions.set(data.email, session)
  await context.addCookies(session.cookies)
  await context.addInitScript((token) => localStorage.setItem('authToken', token), session.token)
}

async function startSession(context: BrowserContext, data: { email: string; password: string }) {
  const answer = await context.request.post('/api/auth/login', { data })
  if (!answer.ok()) throw new Error(`No login: ${await answer.text()}`)
  const { token }: { token: string } = await answer.json()
  return { token, cookies: await context.cookies() }
}

async function reach(page: Page, state: ScreenState, isPhone: boolean): Promise<string | undefined> {
  try {
    await page.goto(state.path)
    await comeToRest(page)
    await state.reach?.(page, isPhone)
    await comeToRest(page)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 3).join(' ') : String(error)
  }
}

/** Waits until nothing has been loaded for a while and all images and fonts are painted. */
async function comeToRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: STEP_TIMEOUT_MS }).catch(() => undefined)
  await page.evaluate(async (quietMs) => {
    const loaded = () => performance.getEntriesByType('resource').length
    for (let rounds = 0, before = -1; rounds < 10 && before !== loaded(); rounds += 1) {
      before = loaded()
      await new Promise((resolve) => setTimeout(resolve, quietMs))
    }
    await document.fonts.ready
    const shown = [...document.images].filter((image) => image.checkVisibility() && image.loading !== 'lazy')
    await Promise.allSettled(shown.map((image) => image.decode()))
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, QUIET_MS)
}
