import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { noiseWav } from '../../e2e/noise.ts'
import { createChatMembers } from '../archive/chat-members.ts'
import { withServices } from '../archive/with-services.ts'
import { openApps, subscribeAll, unreadOf } from '../load/notified-members.ts'
import { median } from '../load/percentile.ts'
import { waitUntil } from '../load/wait-until.ts'
import { figure } from '../report/numbers.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startPushing } from '../servers/product.ts'
import { type PushReceiver, startPushReceiver } from '../servers/push-receiver.ts'
import type { RunningServer } from '../servers/running-server.ts'
import type { Findings, PartWithoutArchives } from './part.ts'

/** Members who are notified. `BENCH_NOTIFIED_PEOPLE` makes them fewer. */
const PEOPLE = Number(process.env['BENCH_NOTIFIED_PEOPLE'] ?? 1000)
/** Number of albums that are added before the members subscribe to push messages, and again after that. */
const ALBUMS = 7
const SETTLE_MS = 3000
const REST_MS = 15_000
const ARRIVES_WITHIN_MS = 60_000

interface Notified {
  /** Milliseconds of each call that has added an album. */
  calls: number[]
  /** Milliseconds from the end of the call until each member had the count. */
  counted: number[]
  /** Milliseconds from the end of the call until each push message had arrived. */
  pushed: number[]
}

/** What it costs to notify all members of a new album, and to have them at rest. */
export const measureNotifications: PartWithoutArchives = async ({ runFolder }) => {
  const dataFolder = join(runFolder, 'notifications')
  const [admin = '', ...tokens] = await createChatMembers(dataFolder, PEOPLE + 1)
  await withServices(dataFolder, async ({ db }) => {
    await db.updateTable('users').set({ keyVerified: 1 }).execute()
    await db.updateTable('users').set({ isAdmin: 1 }).where('username', '=', 'plaudert0').execute()
  })
  const authorityFile = join(runFolder, 'push.pem')
  await using receiver = await startPushReceiver(authorityFile)
  await using server = await startPushing(dataFolder, runFolder, { port: receiver.port, authorityFile })

  const alone: number[] = []
  for (let number = 0; number <= ALBUMS; number += 1) alone.push(await addOne(server.port, admin))
  await subscribeAll(server.port, tokens)
  const restPercent = await measureRest(server)
  const notified = await measureNotified(server, { admin, tokens, receiver, dataFolder })
  // The first call of all loads code.
  return findingsOf(alone.slice(1), notified, restPercent)
}

let added = 0

/** Adds an album of one track. @returns milliseconds of the call */
async function addOne(port: number, token: string): Promise<number> {
  const form = new FormData()
  added += 1
  const tracks = [{ title: 'Erstes Stück' }]
  const album = {
    albumTitel: `Kassettendeck ${added}`,
    releaseJahr: 2024,
    type: 'album',
    isExclusive: false,
    tracks,
  }
  form.set('albumData', JSON.stringify(album))
  form.set('track0', new Blob([Uint8Array.from(noiseWav(1, 1))]), 'noise.wav')
  const calledAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${addAlbum.path}`, {
    method: addAlbum.method,
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`Adding an album was answered with ${response.status}: ${text}`)
  return performance.now() - calledAt
}

/**
 * Measures the server at rest, after each member has subscribed with a device.
 * @returns the processor time as a percentage of one core; undefined where the system does not report it
 */
async function measureRest({ pid }: RunningServer): Promise<number | undefined> {
  await pause(SETTLE_MS)
  const before = usageOf(pid)
  await pause(REST_MS)
  const after = usageOf(pid)
  return before && after && ((after.cpuMs - before.cpuMs) / REST_MS) * 100
}

async function measureNotified(
  { port }: RunningServer,
  {
    admin,
    tokens,
    receiver,
    dataFolder,
  }: { admin: string; tokens: readonly string[]; receiver: PushReceiver; dataFolder: string },
): Promise<Notified> {
  await using apps = await openApps(port, tokens)
  const all: Notified = { calls: [], counted: [], pushed: [] }
  for (let round = 0; round < ALBUMS; round += 1) {
    removeNotices(dataFolder)
    apps.countedAt.clear()
    receiver.arrivedAt.length = 0
    all.calls.push(await addOne(port, admin))
    const answeredAt = performance.now()
    const areThere = () =>
      apps.countedAt.size === tokens.length &&
      receiver.arrivedAt.length >= tokens.length &&
      waitingMessages(dataFolder) === 0
    if (!(await waitUntil(areThere, ARRIVES_WITHIN_MS)))
      throw new Error(`${apps.countedAt.size} counts and ${receiver.arrivedAt.length} messages have come`)
    all.counted.push(Math.max(...apps.countedAt.values()) - answeredAt)
    all.pushed.push(Math.max(...receiver.arrivedAt) - answeredAt)
  }
  for (const token of [tokens[0] ?? '', tokens.at(-1) ?? ''])
    if ((await unreadOf(port, token)) !== 1) throw new Error('A member was not notified')
  return all
}

/** Removes the notice about the new albums of the day: it is pushed to each device only once, for the first album. */
function removeNotices(dataFolder: string): void {
  using database = new DatabaseSync(join(dataFolder, 'archive.sqlite'), { timeout: 5000 })
  database.exec('delete from push_messages; delete from shared_notices')
}

/** The number of push messages that are not sent yet. The rows of sent ones stay, so that none is sent twice. */
function waitingMessages(dataFolder: string): number {
  using database = new DatabaseSync(join(dataFolder, 'archive.sqlite'), { timeout: 5000 })
  return Number(
    database.prepare('select count(*) as waiting from push_messages where next_try_at < expires_at').get()?.[
      'waiting'
    ],
  )
}

function findingsOf(
  alone: readonly number[],
  { calls, counted, pushed }: Notified,
  restPercent: number | undefined,
): Findings {
  const enqueueMs = Math.max(0, median(calls) - median(alone))
  const perMinute = (PEOPLE / median(pushed)) * 60_000
  const rows = [
    ['call that adds an album, none to be notified', alone],
    [`the same, ${PEOPLE} members notified`, calls],
    ['from the answer until the last count of the inbox', counted],
    ['from the answer until the last push message', pushed],
  ] as const
  const kind = 'atMost'
  return {
    tables: [
      {
        heading: `${PEOPLE} members are notified of a new album`,
        columns: ['', 'albums', 'median, ms', 'most, ms'],
        rows: rows.map(([name, times]) => [
          name,
          String(times.length),
          figure(median(times)),
          figure(Math.max(...times)),
        ]),
      },
      {
        heading: `A browser of each of ${PEOPLE} members subscribed, nothing happens`,
        columns: ['% of a core'],
        rows: [[figure(restPercent)]],
      },
    ],
    goals: [
      { name: `notices for ${PEOPLE} members, in the request`, value: enqueueMs, unit: 'ms', kind, goal: 50 },
      { name: 'count of the inbox at the last member', value: median(counted), unit: 'ms', kind, goal: 1000 },
      { name: 'push messages', value: perMinute, unit: 'a minute', kind: 'atLeast', goal: 1000 },
      { name: 'at rest', value: restPercent, unit: '% of a core', kind, goal: 1 },
    ],
  }
}
