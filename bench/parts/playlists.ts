import { createPlaylist } from '@tonarchiv/contract/playlists'
import { moveEntries } from '@tonarchiv/contract/playlist-entries'
import { previewRules, type Rule, type SmartRules } from '@tonarchiv/contract/playlist-rules'
import { type RouteShape, urlOf } from '@tonarchiv/contract/route'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
import { accountOf } from '../archive/account.ts'
import { copyWithoutIndex } from '../archive/copied-archive.ts'
import { withServices } from '../archive/with-services.ts'
import { median, percentile } from '../load/percentile.ts'
import { figure } from '../report/numbers.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import { type Scrolled, scrollPage, SLOW_FRAME_MS } from './page-scroll.ts'
import type { Findings, Part } from './part.ts'
import { SLOWER, startVisitor, type Visitor } from './visit.ts'

/** Number of playlists of the largest size; each is opened only once, so that none is cached. */
const PLAYLISTS = 6
const ENTRIES = 10_000
const FRAMES = 600
const STEP = 120
const COUNTS = 30
/** Number of changes that another page shows, and the number of entries of their playlist. */
const FOLLOWED = 30
const SHARED_ENTRIES = 100
const MOVES = 100
/** Tracks that one statement inserts. */
const ROWS_AT_ONCE = 500

const DAY_MS = 24 * 60 * 60 * 1000

/** Playlists of the largest size in a slow browser, a move in one of them, and counting the tracks that match rules. */
export const measurePlaylists: Part = async ({ archives, runFolder }) => {
  const dataFolder = join(runFolder, 'playlists')
  await copyWithoutIndex(archives.large.dataFolder, dataFolder)
  const trackIds = await addPlays(dataFolder)
  await using server = await startProduct(dataFolder, runFolder)
  const call = caller(server.port, await logIn(server.port, accountOf(0)))
  const ids: string[] = []
  for (let number = 0; number < PLAYLISTS; number += 1) {
    const chosen = Array.from(
      { length: ENTRIES },
      (_, index) => trackIds[(index * 7 + number) % trackIds.length],
    )
    const body = { title: `Liste ${number}`, trackIds: chosen }
    ids.push(Created.parse(await call(createPlaylist, { body })).playlist.id)
  }
  const trackIdsOnce = differentTitles(join(dataFolder, 'archive.sqlite'), SHARED_ENTRIES)
  const shared = { title: 'Geteilt', trackIds: trackIdsOnce }
  const sharedId = Created.parse(await call(createPlaylist, { body: shared })).playlist.id
  const counted: Counted[] = []
  for (const [name, rules] of Object.entries(RULES)) counted.push(await countMatching(call, name, rules))
  const moved = await moveOne(call, ids[0] ?? '', join(dataFolder, 'archive.sqlite'))
  const seen = await openAndScroll(`http://127.0.0.1:${server.port}`, sharedId)
  return report(archives.large.label, counted, moved, seen)
}

const Created = z.object({ playlist: z.object({ id: z.string() }) })

/** Plays of half of all tracks, a tenth of them by the caller, and 2,000 favorites. @returns the ids of all tracks */
async function addPlays(dataFolder: string): Promise<string[]> {
  return withServices(dataFolder, async ({ db }) => {
    const user = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
    const tracks = (await db.selectFrom('tracks').select('id').orderBy('id').execute()).map(({ id }) => id)
    const at = (index: number) => new Date(Date.now() - (index % 400) * DAY_MS).toISOString()
    const rows = tracks.map((trackId, index) => ({ trackId, index }))
    await db.transaction().execute(async (trx) => {
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        const some = rows.slice(start, start + ROWS_AT_ONCE)
        const played = some.filter(({ index }) => index % 2 === 0)
        const own = some.filter(({ index }) => index % 10 === 0)
        const liked = some.filter(({ index }) => index % 50 === 0)
        const countOf = (index: number) => 1 + (index % 20)
        await trx
          .insertInto('trackPlays')
          .values(
            played.map(({ trackId, index }) => ({ trackId, count: countOf(index), lastPlayedAt: at(index) })),
          )
          .execute()
        await trx
          .insertInto('personalPlays')
          .values(
            own.map(({ trackId, index }) => ({
              userId: user.id,
              trackId,
              count: countOf(index),
              lastPlayedAt: at(index),
            })),
          )
          .execute()
        await trx
          .insertInto('favorites')
          .values(
            liked.map(({ trackId, index }) => ({
              id: `favorite-${index}`,
              userId: user.id,
              trackId,
              itemId: trackId,
              itemData: '{}',
              createdAt: at(index),
            })),
          )
          .execute()
      }
    })
    return tracks
  })
}

type Call = (route: RouteShape, input: { params?: { id: string }; body: object }) => Promise<unknown>

function caller(port: number, token: string): Call {
  return async (route, { params, body }) => {
    const response = await fetch(`http://127.0.0.1:${port}${urlOf(route, params ? { params } : {})}`, {
      method: route.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${route.path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

const rulesOf = (rules: SmartRules['rules'], order: SmartRules['order'] = 'archive'): SmartRules => ({
  match: 'all',
  rules,
  order,
  limit: null,
})
const everything: Rule = { field: 'duration', op: 'more', value: 0 }

const RULES: Readonly<Record<string, SmartRules>> = {
  'every track': rulesOf([everything]),
  'title contains "nacht"': rulesOf([{ field: 'title', op: 'contains', value: 'Nacht' }]),
  'artist contains "a", or a year': {
    ...rulesOf([
      { field: 'artist', op: 'contains', value: 'a' },
      { field: 'year', op: 'between', from: 2000, to: 2010 },
    ]),
    match: 'any',
  },
  'own plays less than 3, least first': rulesOf(
    [{ field: 'ownPlays', op: 'less', value: 3 }],
    'ownPlaysLeast',
  ),
  'all plays less than 3, most first': rulesOf([{ field: 'allPlays', op: 'less', value: 3 }], 'allPlaysMost'),
  'five rules with a group': rulesOf(
    [
      { field: 'type', op: 'isNot', value: 'unreleased' },
      { field: 'ownPlays', op: 'less', value: 3 },
      { field: 'lastPlayed', op: 'notWithin', days: 90 },
      {
        field: 'group',
        match: 'any',
        rules: [
          { field: 'favorite', op: 'is', value: true },
          { field: 'year', op: 'between', from: 2014, to: 2018 },
        ],
      },
    ],
    'ownPlaysLeast',
  ),
}

interface Counted {
  name: string
  count: number
  medianMs: number
  p95Ms: number
}

/** Measures the whole call of the editor: the number of matches, and the first of them. */
async function countMatching(call: Call, name: string, rules: SmartRules): Promise<Counted> {
  const durations: number[] = []
  let count = 0
  for (let round = 0; round < COUNTS; round += 1) {
    const requestedAt = performance.now()
    count = previewRules.answer.parse(await call(previewRules, { body: { rules } })).count
    durations.push(performance.now() - requestedAt)
  }
  return { name, count, medianMs: median(durations), p95Ms: percentile(durations, 0.95) }
}

interface Moved {
  rows: number
  medianMs: number
  p95Ms: number
}

/** Moves single entries of a playlist to its beginning, and counts the rows that one move has written. */
async function moveOne(call: Call, id: string, databasePath: string): Promise<Moved> {
  using db = openReader(databasePath)
  const before = db.entries(id)
  const durations: number[] = []
  let rows = 0
  for (let round = 0; round < MOVES; round += 1) {
    const entry = before[(round + 1) * 90]
    const body = { entryIds: [entry?.id ?? ''], after: null }
    const requestedAt = performance.now()
    await call(moveEntries, { params: { id }, body })
    durations.push(performance.now() - requestedAt)
    if (round > 0) continue
    const written = new Map(before.map((row) => [row.id, row.text]))
    rows = db.entries(id).filter((row) => written.get(row.id) !== row.text).length
  }
  return { rows, medianMs: median(durations), p95Ms: percentile(durations, 0.95) }
}

const Row = z.object({ id: z.string() })

function openReader(path: string) {
  const database = new DatabaseSync(path, { readOnly: true })
  const select = database.prepare('select * from playlist_entries where playlist_id = ? order by id')
  return {
    entries: (id: string) =>
      select.all(id).map((row) => ({ id: Row.parse(row).id, text: JSON.stringify(row) })),
    [Symbol.dispose]: () => database.close(),
  }
}

/** Tracks with different titles. */
function differentTitles(path: string, count: number): string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database
      .prepare('select min(id) as id from tracks where file_name is not null group by title limit ?')
      .all(count)
      .map((row) => Row.parse(row).id)
  } finally {
    database.close()
  }
}

interface Seen {
  openMs: readonly number[]
  /** Milliseconds from a press on one page to the frame of another page that shows the change. */
  followedMs: readonly number[]
  scrolled: Scrolled
  /** The same scrolling with rows that need no work, on this machine. */
  floor: Scrolled
}

/** Undefined without a browser. */
async function openAndScroll(origin: string, sharedId: string): Promise<Seen | undefined> {
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') return undefined
  await using visitor = await startVisitor(origin, browser)
  const followedMs = await followChanges(visitor, `${origin}/playlists/${sharedId}`)
  const page = await visitor.logIn(accountOf(0))
  const links = page.getByRole('complementary').getByRole('link', { name: /^Liste \d$/ })
  await links.nth(PLAYLISTS - 1).waitFor()
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const openMs: number[] = []
  for (let number = 0; number < PLAYLISTS; number += 1) {
    const name = `Liste ${number}`
    const opened = page.evaluate(rowAfterPress, name)
    await links.filter({ hasText: name }).click()
    openMs.push(await opened)
    await settled(page)
  }
  const scrolled = await scrollPage(page, { frames: FRAMES, step: STEP })
  await page.goto('about:blank')
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(showPlainRows, ENTRIES)
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

function scrolledRow(name: string, { frames, slowFrames, slowestMs }: Scrolled): string[] {
  return [name, String(frames), String(slowFrames), figure(slowestMs)]
}

function report(label: string, counted: readonly Counted[], moved: Moved, seen: Seen | undefined): Findings {
  const slowest = Math.max(...counted.map(({ p95Ms }) => p95Ms))
  const slowShare = seen && (100 * seen.scrolled.slowFrames) / seen.scrolled.frames
  const entries = ENTRIES.toLocaleString('en')
  return {
    tables: [
      {
        heading: `Counting what rules match, ${label}`,
        columns: ['Rules', 'matches', 'median, ms', 'p95, ms'],
        rows: counted.map(({ name, count, medianMs, p95Ms }) => [
          name,
          count.toLocaleString('en'),
          figure(medianMs),
          figure(p95Ms),
        ]),
      },
      {
        heading: `A move in a playlist of ${entries} entries`,
        columns: ['rows written', 'median, ms', 'p95, ms'],
        rows: [[String(moved.rows), figure(moved.medianMs), figure(moved.p95Ms)]],
      },
      {
        heading: `Opening a playlist of ${entries} entries, four times slower processor`,
        columns: ['opened, median, ms', 'slowest, ms'],
        rows: seen ? [[figure(median(seen.openMs)), figure(Math.max(...seen.openMs))]] : [],
        notes: seen ? [] : ['No browser was found, so nothing was opened.'],
      },
      {
        heading: 'A change on one page, shown on another',
        columns: ['changes', 'median, ms', 'p95, ms'],
        rows: seen
          ? [
              [
                String(seen.followedMs.length),
                figure(median(seen.followedMs)),
                figure(percentile(seen.followedMs, 0.95)),
              ],
            ]
          : [],
      },
      {
        heading: 'Scrolling it, four times slower processor',
        columns: ['List', 'frames', `over ${SLOW_FRAME_MS} ms`, 'slowest, ms'],
        rows: seen
          ? [
              scrolledRow('the playlist', seen.scrolled),
              scrolledRow('floor: plain rows without scripts', seen.floor),
            ]
          : [],
      },
    ],
    goals: [
      { name: 'count of the slowest rules, p95', value: slowest, unit: 'ms', kind: 'atMost', goal: 100 },
      { name: 'rows that a move writes', value: moved.rows, unit: '', kind: 'atMost', goal: 1 },
      {
        name: `opening a playlist of ${entries} entries, median`,
        value: seen && median(seen.openMs),
        unit: 'ms',
        kind: 'atMost',
        goal: 200,
      },
      {
        name: 'a change on one page shown on another, p95',
        value: seen && percentile(seen.followedMs, 0.95),
        unit: 'ms',
        kind: 'atMost',
        goal: 1000,
      },
      { name: 'frames over 50 ms while scrolling it', value: slowShare, unit: '%', kind: 'atMost', goal: 2 },
    ],
  }
}
