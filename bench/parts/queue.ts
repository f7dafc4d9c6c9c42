import { listSongs } from '@tonarchiv/contract/catalog'
import {
  getPlayState,
  savePlayPosition,
  savePlayState,
  type SavedPlayState,
} from '@tonarchiv/contract/play-state'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import * as z from 'zod/mini'
import { accountOf } from '../archive/account.ts'
import { copyWithoutIndex } from '../archive/copied-archive.ts'
import { median, percentile } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure, ratio } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { logIn } from '../servers/log-in.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startProduct } from '../servers/product.ts'
import type { RunningServer } from '../servers/running-server.ts'
import type { Findings, Part } from './part.ts'
import { bar, openAlbum, pause, rowOf } from './player-rows.ts'
import { pressOn } from './player-sound.ts'
import { clickAt, soundChangesAt } from './queue-page.ts'
import { startVisitor } from './visit.ts'

const WARMING = 2
const ROUNDS = 15
/**
 * Number of presses on each page of a pair: one whose saves are answered, and one whose saves are not. `PAIRS` is the
 * number of such pairs.
 */
const WAITS = 62
const PAIRS = 4
/** Tracks of the album, and the distance between played tracks, so large that none of them was loaded ahead. */
const [TRACKS, STRIDE] = [64, 5]
const SAVES = 100
/** Entries of the saved queues; the second is the longest one. */
const LENGTHS = [15, 5000]

/**
 * The time from a press on one device to the sound of another, the cost of saving the queue, and whether playing waits
 * for it.
 */
export const measureQueue: Part = async ({ archives, runFolder }) => {
  const dataFolder = join(runFolder, 'queue')
  await copyWithoutIndex(archives.large.dataFolder, dataFolder)
  const saves = await measureSaves(dataFolder, runFolder)
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') {
    const notes = ['No browser was found, so nothing was played.']
    return { tables: [saves, { heading: 'Devices', columns: ['Figure'], rows: [], notes }], goals: [] }
  }
  await using server = await startProduct(archives.sound.dataFolder, runFolder)
  await using visitor = await startVisitor(`http://127.0.0.1:${server.port}`, browser)
  const desk = await visitor.logIn(accountOf(0))
  const remote = await visitor.logIn(accountOf(0))
  const devices = await measureDevices(desk, remote)
  await remote.context().close()
  await desk.context().close()
  const waits: Waits = { answered: [], hanging: [] }
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const found = await measureWaits({
      answered: await visitor.logIn(accountOf(1 + 2 * pair)),
      hanging: await visitor.logIn(accountOf(2 + 2 * pair)),
    })
    waits.answered.push(...found.answered)
    waits.hanging.push(...found.hanging)
  }
  return report(saves, devices, waits)
}

type Press = 'pause' | 'play' | 'next' | 'seek'
type Presses = Record<Press, number[]>
type Waits = Record<'answered' | 'hanging', number[]>

/** Milliseconds from presses on one device until the sound of the other one changes. */
async function measureDevices(desk: Page, remote: Page): Promise<Presses> {
  await openAlbum(desk)
  await rowOf(desk, 1).click()
  await remote.getByRole('button', { name: /^Spielt auf / }).waitFor()
  const found: Presses = { pause: [], play: [], next: [], seek: [] }
  const button = (name: string) => bar(remote).getByRole('button', { name })
  const position = bar(remote).getByRole('slider', { name: 'Position' })
  for (let round = 0; round < WARMING + ROUNDS; round += 1) {
    found.pause.push(await untilSound(desk, remote, button('Pause')))
    found.play.push(await untilSound(desk, remote, button('Abspielen')))
    found.next.push(await untilSound(desk, remote, button('Nächster Track')))
    found.seek.push(await untilSound(desk, remote, position))
  }
  return {
    pause: found.pause.slice(WARMING),
    play: found.play.slice(WARMING),
    next: found.next.slice(WARMING),
    seek: found.seek.slice(WARMING),
  }
}

/** Milliseconds from a click in the middle of `target` on one device until the sound of the other one changes. */
async function untilSound(desk: Page, remote: Page, target: Locator): Promise<number> {
  await target.waitFor()
  const box = await target.boundingBox()
  if (box === null) throw new Error('What is pressed is not on the screen')
  const changed = await desk.evaluateHandle(soundChangesAt)
  const clicked = await remote.evaluateHandle(clickAt)
  await remote.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const from = await clicked.evaluate(async ({ at }) => at)
  const to = await changed.evaluate(async ({ at }) => at)
  // The button is busy until the other device has answered.
  await bar(remote).locator('[aria-busy]').waitFor({ state: 'detached' })
  return to - from
}

/**
 * Milliseconds from a press to sound, on a page whose saves of the queue are answered and on one whose saves never are.
 * Each page has its own account. Both play the same tracks and take turns in being the first.
 */
async function measureWaits(pages: Record<keyof Waits, Page>): Promise<Waits> {
  for (const page of Object.values(pages)) await openAlbum(page)
  await pages.hanging.route('**/api/play-state**', () => undefined)
  // A Playwright route sends all requests of its page through this process, those for sound included. So both pages get
  // a route.
  await pages.answered.route('**/api/never-called', () => undefined)
  const found: Waits = { answered: [], hanging: [] }
  for (let round = 0; round < WARMING + WAITS; round += 1) {
    const kinds = ['answered', 'hanging'] as const
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const page = pages[kind]
      const index = (STRIDE * round) % TRACKS
      // Only rows near the window are in the document.
      await page.evaluate(showRow, { index, of: TRACKS })
      found[kind].push(await pressOn(page, rowOf(page, 1 + index)))
      await pause(page)
    }
  }
  for (const page of Object.values(pages)) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  }
  return { answered: found.answered.slice(WARMING), hanging: found.hanging.slice(WARMING) }
}

/** Runs in the page: scrolls to a row of the table. */
function showRow({ index, of }: { index: number; of: number }): void {
  const box = document.querySelector('table')?.getBoundingClientRect()
  if (box) scrollBy({ top: box.top + (box.height * index) / of - innerHeight / 2, behavior: 'instant' })
}

/** The server's cost of saves, one after the other. */
async function measureSaves(dataFolder: string, runFolder: string): Promise<Table> {
  await using server = await startProduct(dataFolder, runFolder)
  const token = await logIn(server.port, accountOf(0))
  const ids = await songIds(server, token)
  const rows: string[][] = []
  // An earlier run may have saved a state in the same archive.
  let revision = await savedRevision(server, token)
  for (const length of LENGTHS) {
    const state = stateOf(Array.from({ length }, (_, index) => ids[index % ids.length] ?? ''))
    const save = async () => {
      const answer = await put(server, token, savePlayState.path, { revision, state })
      revision = z.parse(savePlayState.answer, answer).revision
    }
    rows.push([`queue of ${length.toLocaleString('en')} tracks`, ...(await costOf(server, save))])
  }
  const position = async () => {
    await put(server, token, savePlayPosition.path, { revision, position_seconds: 84 })
  }
  rows.push(['position', ...(await costOf(server, position))])
  return {
    heading: 'Saving the play state',
    columns: ['Save', 'p50, ms', 'p99, ms', 'CPU ms'],
    rows,
    notes: [`One after the other, ${SAVES} each, in the archive of 100,000 tracks.`],
  }
}

async function costOf(server: RunningServer, save: () => Promise<void>): Promise<string[]> {
  for (let count = 0; count < WARMING; count += 1) await save()
  const before = usageOf(server.pid)
  const times: number[] = []
  for (let count = 0; count < SAVES; count += 1) {
    const begunAt = performance.now()
    await save()
    times.push(performance.now() - begunAt)
  }
  const after = usageOf(server.pid)
  const cpuMs = before && after && (after.cpuMs - before.cpuMs) / SAVES
  return [figure(percentile(times, 0.5)), figure(percentile(times, 0.99)), figure(cpuMs)]
}

async function savedRevision(server: RunningServer, token: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${server.port}${getPlayState.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return z.parse(getPlayState.answer, await response.json()).revision
}

async function songIds(server: RunningServer, token: string): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${server.port}${listSongs.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return z.parse(listSongs.answer, await response.json()).songs.map(({ id }) => id)
}

async function put(server: RunningServer, token: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Saving was answered with ${response.status}: ${await response.text()}`)
  return response.json()
}

function stateOf(list: string[]): SavedPlayState {
  return {
    list,
    queued: [],
    in_between: null,
    order: null,
    position: 0,
    source: { title: 'Archive', path: '/archive' },
    repeat: 'off',
    shuffled: false,
    position_seconds: 84,
  }
}

function report(saves: Table, devices: Presses, waits: Waits): Findings {
  const row = (name: string, values: readonly number[]) => [
    name,
    figure(median(values)),
    figure(percentile(values, 0.95)),
    String(values.length),
  ]
  const all = Object.values(devices).flat()
  const goals: Goal[] = [
    {
      name: 'remote press to the change of the sound, p95',
      value: percentile(all, 0.95),
      unit: 'ms',
      kind: 'atMost',
      goal: 300,
    },
    {
      name: 'press to first sound while saves are never answered, beside saves that are',
      value: ratio(median(waits.hanging), median(waits.answered)),
      unit: '×',
      kind: 'atMost',
      goal: 1.1,
      limit: 1.3,
    },
  ]
  return {
    tables: [
      {
        heading: 'From a press on one device to the sound of another',
        columns: ['Press', 'median, ms', 'p95, ms', 'presses'],
        rows: [
          row('pause', devices.pause),
          row('play', devices.play),
          row('next', devices.next),
          row('position', devices.seek),
          row('all', all),
        ],
      },
      {
        heading: 'From a press to the first sound, while the queue is saved',
        columns: ['Saves', 'median, ms', 'p95, ms', 'presses'],
        rows: [row('answered', waits.answered), row('never answered', waits.hanging)],
      },
      saves,
    ],
    goals,
  }
}
