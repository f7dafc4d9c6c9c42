import { listMessages } from '@tonarchiv/contract/chat'
import type { Page } from 'playwright-core'
import { accountOf } from '../archive/account.ts'
import { reactionRequest } from '../load/chat-mix.ts'
import { sendAtRate } from '../load/chat-writer.ts'
import { median } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import type { RunningServer } from '../servers/running-server.ts'
import { SLOW_FRAME_MS } from './page-scroll.ts'
import { SLOWER, startVisitor, timeToElement } from './visit.ts'

const OPENED_TIMES = 7
const REACTIONS = 1000
const SECONDS = 10
/** Members who react, each with several emojis. */
const REACTORS = 200
/** Time in which the last reactions are shown. */
const SETTLE_MS = 1000

/** A browser in the room: opening it on a slow device, and a thousand reactions to one message in ten seconds. */
export async function measureChatPage(
  product: RunningServer,
  tokens: readonly string[],
): Promise<{ table: Table; goals: Goal[] }> {
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') return report([], undefined)
  await using visitor = await startVisitor(`http://127.0.0.1:${product.port}`, browser)
  const page = await visitor.logIn(accountOf(0))
  const frames = await framesWhileReacted(page, product, tokens.slice(0, REACTORS))
  const opened = await openOften(page)
  await page.context().close()
  return report(opened, frames)
}

const chatLink = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Chat Room/ })

async function openOften(page: Page): Promise<number[]> {
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const times: number[] = []
  for (let time = 0; time < OPENED_TIMES; time += 1) {
    await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForLoadState('networkidle')
    const opened = await page.evaluateHandle(timeToElement, {
      type: 'click',
      selector: 'ol[aria-label="Nachrichten"] article',
    })
    await chatLink(page).click()
    times.push(await opened.evaluate(async ({ ms }) => ms))
  }
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return times
}

interface Frames {
  count: number
  slow: number
  slowestMs: number
}

async function framesWhileReacted(
  page: Page,
  { port }: RunningServer,
  tokens: readonly string[],
): Promise<Frames> {
  await chatLink(page).click()
  await page.getByRole('list', { name: 'Nachrichten' }).getByRole('article').first().waitFor()
  const id = await newestMessage(port, tokens[0] ?? '')
  const watching = page.evaluate(watchFrames, { ms: SECONDS * 1000 + SETTLE_MS, slowMs: SLOW_FRAME_MS })
  await sendAtRate(port, tokens, { messages: REACTIONS, perSecond: REACTIONS / SECONDS }, (token, number) =>
    // Each member goes on to the next emoji when all members have used one.
    reactionRequest(port, token, id, Math.floor(number / tokens.length)),
  )
  return watching
}

async function newestMessage(port: number, token: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${listMessages.path}?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const id = listMessages.answer.parse(await response.json()).messages[0]?.id
  if (id === undefined) throw new Error('The room has no messages')
  return id
}

/** Runs in the page. */
async function watchFrames({ ms, slowMs }: { ms: number; slowMs: number }): Promise<Frames> {
  const seen = { count: 0, slow: 0, slowestMs: 0 }
  let before = await new Promise<number>(requestAnimationFrame)
  for (const end = before + ms; before < end;) {
    const now = await new Promise<number>(requestAnimationFrame)
    seen.count += 1
    if (now - before > slowMs + 0.5) seen.slow += 1
    seen.slowestMs = Math.max(seen.slowestMs, now - before)
    before = now
  }
  return seen
}

function report(opened: readonly number[], frames: Frames | undefined): { table: Table; goals: Goal[] } {
  const isMeasured = opened.length > 0
  return {
    table: {
      heading: `Chat in a browser: opening the room, four times slower processor; ${REACTIONS.toLocaleString('en')} reactions to one message in ${SECONDS} s`,
      columns: ['What', 'median', 'most'],
      rows: isMeasured
        ? [
            ['opening the room, ms', figure(median(opened)), figure(Math.max(...opened))],
            [`frames over ${SLOW_FRAME_MS} ms`, figure(frames?.slow), ''],
            ['slowest frame, ms', figure(frames?.slowestMs), ''],
          ]
        : [],
      ...(!isMeasured && { notes: ['No browser was found, so nothing was opened.'] }),
    },
    goals: [
      {
        name: 'opening the chat room, four times slower processor, median',
        value: isMeasured ? median(opened) : undefined,
        unit: 'ms',
        kind: 'atMost',
        goal: 150,
      },
      {
        name: `frames over ${SLOW_FRAME_MS} ms while ${REACTIONS.toLocaleString('en')} reactions arrive`,
        value: frames?.slow,
        unit: '',
        kind: 'atMost',
        goal: 1,
      },
    ],
  }
}
