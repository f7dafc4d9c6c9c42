import { createPlaylist } from '@tonarchiv/contract/playlists'
import { moveEntries } from '@tonarchiv/contract/playlist-entries'
import { urlOf } from '@tonarchiv/contract/route'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { accountOf } from '../archive/account.ts'
import { copyWithoutIndex } from '../archive/copied-archive.ts'
import { withServices } from '../archive/with-services.ts'
import { median, percentile } from '../load/percentile.ts'
import { figure } from '../report/numbers.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import { type Scrolled, SLOW_FRAME_MS } from './page-scroll.ts'
import type { Findings, Part } from './part.ts'
import { openAndScroll, type Seen } from './playlist-page.ts'
import { type Call, type Counted, countMatching, RULES } from './playlist-rules.ts'

/** Number of playlists of the largest size; each is opened only once, so that none is cached. */
const PLAYLISTS = 6
const ENTRIES = 10_000
/** Number of entries of the playlist whose changes another page shows. */
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
  const seen = await openAndScroll(`http://127.0.0.1:${server.port}`, {
    playlists: PLAYLISTS,
    entries: ENTRIES,
    sharedId,
  })
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
