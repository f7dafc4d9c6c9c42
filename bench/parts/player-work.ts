import { setTimeout as sleep } from 'node:timers/promises'
import { WAVEFORM_PEAKS } from '@tonarchiv/contract/track-sound'
import type { CDPSession, Page } from 'playwright-core'
import { median, percentile } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { openingTime, watchOpening } from './player-page.ts'
import { bar, openAlbum, rowOf } from './player-rows.ts'
import { SLOWER } from './visit.ts'

/** Milliseconds for which the main thread is watched in each state. */
const WATCHED_MS = 10_000
/** The states are measured in turn, so that a busy moment of the machine does not affect only one of them. */
const ROUNDS = 3
const OPENINGS = 12
/** Milliseconds after a press until the work that it has started is done. */
const RESTS_MS = 1500
/** Seconds between two lines of the lyrics. */
const LINE_SECONDS = 3

const METRICS = {
  all: 'TaskDuration',
  scripts: 'ScriptDuration',
  styles: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
} as const

/** The percentage of time in which the main thread was busy, in total and by kind of work. */
type Share = Record<keyof typeof METRICS, number>

const STATES = ['plain', 'waveform', 'notes', 'lyrics', 'paused'] as const
type State = (typeof STATES)[number]

const NAMES: Record<State, string> = {
  plain: 'bar of a track that was not analysed',
  waveform: 'bar with the waveform',
  notes: 'large view with the waveform and „Notizen“',
  lyrics: `large view with the waveform and lyrics, a line every ${LINE_SECONDS} s`,
  paused: 'paused, bar with the waveform',
}

/**
 * The work of the main thread while music plays, and the time in which the large view opens, on a device that is four
 * times slower. The tracks of the sample archive have no waveform and no lyrics on the server, so the measurement
 * answers the requests for them itself.
 */
export async function measurePlayerWork(page: Page): Promise<{ tables: Table[]; goals: Goal[] }> {
  let hasWaveform = false
  await page.route('**/api/track/*/sound*', async (route) =>
    route.fulfill({
      json: {
        sound: { loudness: null, waveform: hasWaveform ? PEAKS : null, silence: null, encoder: null },
      },
    }),
  )
  await page.route('**/api/track/*/lyrics*', async (route) => route.fulfill({ json: { lyrics: LYRICS } }))
  const device = await page.context().newCDPSession(page)
  await device.send('Performance.enable')
  await openAlbum(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })

  const shares: Record<State, Share[]> = { plain: [], waveform: [], notes: [], lyrics: [], paused: [] }
  const watch = async (state: State) => {
    await sleep(RESTS_MS)
    shares[state].push(await shareOf(device))
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    hasWaveform = false
    // A track that was neither played nor loaded ahead before.
    await play(page, 1 + 6 * round)
    await bar(page).locator('[data-waveform="none"]').waitFor()
    await watch('plain')
    hasWaveform = true
    await play(page, 4 + 6 * round)
    await bar(page).locator('[data-waveform="drawn"]').waitFor()
    await watch('waveform')
    await page.keyboard.press('f')
    await largeView(page).waitFor()
    await page.keyboard.press('3')
    await watch('notes')
    await page.keyboard.press('1')
    await largeView(page).locator('[aria-current="true"]').waitFor()
    await watch('lyrics')
    await close(page)
    await page.keyboard.press('Space')
    await bar(page).getByRole('button', { name: 'Abspielen' }).waitFor()
    await watch('paused')
  }
  await page.keyboard.press('Space')
  return report(shares, await measureOpenings(page))
}

const PEAKS = Buffer.from(
  Array.from({ length: WAVEFORM_PEAKS }, (_, index) => 60 + ((index * 37) % 190)),
).toString('base64')

const LYRICS = {
  text: Array.from({ length: 60 }, (_, index) => {
    const second = index * LINE_SECONDS
    const [minutes, seconds] = [Math.floor(second / 60), second % 60].map((part) =>
      String(part).padStart(2, '0'),
    )
    return `[${minutes}:${seconds}.00]Eine Zeile mit einigen Worten, Nummer ${index}`
  }).join('\n'),
  isTimed: true,
  source: 'edited',
  updatedAt: '2026-01-10T12:00:00.000Z',
}

const largeView = (page: Page) => page.getByRole('dialog', { name: 'Großansicht' })

async function play(page: Page, number: number): Promise<void> {
  await rowOf(page, number).click()
  await bar(page).getByRole('button', { name: 'Pause' }).waitFor()
  // Moves the pointer away from everything that reacts to it.
  await page.mouse.move(1, 1)
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await largeView(page).waitFor({ state: 'hidden' })
}

async function shareOf(device: CDPSession): Promise<Share> {
  const read = async () => {
    const { metrics } = await device.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  const before = await read()
  await sleep(WATCHED_MS)
  const after = await read()
  const passed = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)
  const share = (name: string) => (passed(name) / passed('Timestamp')) * 100
  return {
    all: share(METRICS.all),
    scripts: share(METRICS.scripts),
    styles: share(METRICS.styles),
    layout: share(METRICS.layout),
  }
}

/** Milliseconds from each press of the key to the frame that shows the view. */
async function measureOpenings(page: Page): Promise<number[]> {
  const found: number[] = []
  for (let round = 0; round < OPENINGS; round += 1) {
    await sleep(RESTS_MS)
    await page.evaluate(watchOpening)
    await page.keyboard.press('f')
    found.push(await page.evaluate(openingTime))
    await sleep(RESTS_MS)
    await close(page)
  }
  return found
}

function report(shares: Record<State, Share[]>, openings: readonly number[]) {
  const of = (state: State, part: keyof Share) => median(shares[state].map((share) => share[part]))
  const waveform = of('waveform', 'all') - of('plain', 'all')
  const lyrics = of('lyrics', 'all') - of('notes', 'all')
  const tables: Table[] = [
    {
      heading: `The main thread while music plays, ${SLOWER} times slower`,
      columns: ['State', 'busy, %', 'scripts, %', 'styles, %', 'layout, %'],
      rows: STATES.map((state) => [
        NAMES[state],
        figure(of(state, 'all')),
        figure(of(state, 'scripts')),
        figure(of(state, 'styles')),
        figure(of(state, 'layout')),
      ]),
      notes: [
        `Medians of ${ROUNDS} times ${WATCHED_MS / 1000} s. Share of the waveform: ${figure(waveform)} %, of the lyrics: ${figure(lyrics)} %.`,
        `The large view opens in ${figure(median(openings))} ms (median), ${figure(percentile(openings, 0.95))} ms (p95).`,
      ],
    },
  ]
  const goals: Goal[] = [
    {
      name: 'waveform and lyrics on the main thread',
      value: Math.max(0, waveform) + Math.max(0, lyrics),
      unit: '%',
      kind: 'atMost',
      goal: 2,
    },
    {
      name: 'the large view opens, p95',
      value: percentile(openings, 0.95),
      unit: 'ms',
      kind: 'atMost',
      goal: 100,
    },
  ]
  return { tables, goals }
}
