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

const REPORTED_WITHIN_MS = 60_000

export async function startListener(
  { account, join }: RoomMember,
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
  const context = await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' })
  // The browser needs a session of its own, because its socket is authorised by the cookie.
  const loggedIn = await context.request.post(`${origin}${login.path}`, { data: account })
  const { token } = z.parse(login.answer, await loggedIn.json())
  const page = await context.newPage()
  await recordPage(page)
  return {
    page,
    async join(roomId) {
      await join(roomId)
      await page.goto(`${origin}/logo.svg`)
      await page.evaluate(
        ([stored, room]) => {
          localStorage.setItem('authToken', stored)
          sessionStorage.setItem('listeningRoom', room)
        },
        [token, roomId] as const,
      )
      let reportedAt: number | undefined
      // A connection over a bad network may fail before the report was sent, so every socket of the page is watched.
      page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => {
          if (String(payload).includes('"roomHere"')) reportedAt ??= Date.now()
        })
      })
      await page.goto(origin)
      await waitUntil(() => reportedAt !== undefined, REPORTED_WITHIN_MS)
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
