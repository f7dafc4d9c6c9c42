import { login } from '@tonarchiv/contract/auth'
import { chromium, type Page } from 'playwright-core'
import * as z from 'zod/mini'
import type { TimedRecording } from '../../e2e/compared-sound.ts'
import { recordPage, takeRecording } from '../../e2e/page-recorder.ts'
import { onInterruption } from '../interruption.ts'
import type { RoomMember } from '../load/room-calls.ts'
import { waitUntil } from '../load/wait-until.ts'

/** A browser of its own in which a member follows a room; its sound is recorded. */
export interface RoomListener extends AsyncDisposable {
  page: Page
  /** Joins the room. @returns the time at which the tab reported that it follows the room, milliseconds since 1970 */
  join: (roomId: string) => Promise<number>
  /** What was heard since the last call. */
  take: () => Promise<TimedRecording>
  /** Takes the network away, and gives it back. */
  setOnline: (isOnline: boolean) => Promise<void>
}

export interface Browsing {
  origin: string
  executablePath: string
  /** The port of a proxy through which the browser reaches the server; its pages do not know of it. */
  viaPort?: number
}

const OPENED_WITHIN_MS = 60_000

/** Opens the list of rooms in a browser of its own, in which the member can join a room. */
export async function startListener(
  { account }: RoomMember,
  { origin, executablePath, viaPort }: Browsing,
): Promise<RoomListener> {
  const browser = await chromium.launch({
    executablePath,
    // The first parameter lets pages start sound without a press of the user.
    args: [
      '--autoplay-policy=no-user-gesture-required',
      ...(viaPort === undefined ? [] : [`--host-resolver-rules=MAP 127.0.0.1 127.0.0.1:${viaPort}`]),
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const forget = onInterruption(async () => browser.close())
  // Without a graphics card, a browser draws the decorating animations with the processor.
  const context = await browser.newContext({
    locale: 'de-DE',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  // The browser needs a session of its own, because its socket is authorised by the cookie.
  const loggedIn = await context.request.post(`${origin}${login.path}`, { data: account })
  const { token } = z.parse(login.answer, await loggedIn.json())
  const page = await context.newPage()
  await recordPage(page)
  let reportedAt: number | undefined
  // A connection over a bad network may fail before the report was sent, so every socket of the page is watched.
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"roomHere"')) reportedAt ??= Date.now()
    })
  })
  await page.goto(`${origin}/logo.svg`)
  await page.evaluate((stored) => localStorage.setItem('authToken', stored), token)
  await page.goto(`${origin}/rooms`, { timeout: OPENED_WITHIN_MS })
  await page.getByRole('link', { name: 'beitreten' }).first().waitFor({ timeout: OPENED_WITHIN_MS })
  return {
    page,
    async join(roomId) {
      await page.locator(`a[href$="/rooms/${roomId}"]`).first().click()
      await waitUntil(() => reportedAt !== undefined, OPENED_WITHIN_MS)
      if (reportedAt === undefined) throw new Error('The browser never reported that it follows the room')
      return reportedAt
    },
    take: () => takeRecording(page),
    setOnline: (isOnline) => context.setOffline(!isOnline),
    async [Symbol.asyncDispose]() {
      forget()
      await browser.close()
    },
  }
}
