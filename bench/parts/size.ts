import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accountOf } from '../archive/account.ts'
import { copyWithoutIndex } from '../archive/copied-archive.ts'
import { median } from '../load/percentile.ts'
import { figure, kilobytes, megabytes } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startProduct } from '../servers/product.ts'
import type { Findings, Part } from './part.ts'
import { startVisitor } from './visit.ts'
import { filesNamedBy, weigh, type Weight } from './web-files.ts'

/** Milliseconds in which a newly started process still releases memory. */
const IDLE_AFTER_MS = 2000
const VISITS = 3

/** Memory of an idle server, and the files that a browser loads. */
export const measureSize: Part = async ({ archives, runFolder }) => {
  const dataFolder = join(runFolder, 'size')
  await copyWithoutIndex(archives.large.dataFolder, dataFolder)
  await using server = await startProduct(dataFolder, runFolder)
  await pause(IDLE_AFTER_MS)
  const idleBytes = usageOf(server.pid)?.rssBytes
  const visit = await measureVisit(`http://127.0.0.1:${server.port}`, archives.large.titles.at(-1) ?? '')
  const memory: Table = {
    heading: 'Memory of a waiting server',
    columns: ['Archive', 'resident, MB'],
    rows: [[archives.large.label, megabytes(idleBytes)]],
  }
  return {
    tables: [memory, ...visit.tables],
    goals: [
      {
        name: 'idle server, large archive',
        value: idleBytes === undefined ? undefined : idleBytes / 1e6,
        unit: 'MB',
        kind: 'atMost',
        goal: 160,
      },
      ...visit.goals,
    ],
  }
}

async function measureVisit(origin: string, newestTitle: string): Promise<Findings> {
  const named = await weigh(await filesNamedBy('login.html'))
  const rows = [row('login: what the document names', named)]
  const browser = process.env['CHROMIUM_PATH']
  if (browser === undefined || browser === '') {
    return {
      tables: [{ ...tableOf(rows), notes: ['No browser was found, so nothing was visited.'] }],
      goals: [],
    }
  }
  await using visitor = await startVisitor(origin, browser)
  const login = await weigh(await visitor.filesOfLogin())
  const visits = []
  for (let round = 0; round < VISITS; round += 1)
    visits.push(await visitor.openArchive(accountOf(0), newestTitle))
  const archive = await weigh(visits[0]?.files ?? [])
  const blockingMs = median(visits.map((visit) => visit.blockingMs))
  const isPainted = await visitor.seesFormWithoutScripts()
  rows.push(
    row('login: all that is fetched until it is quiet', login),
    row('archive page: all that is fetched, other pages ahead of time', archive),
  )
  return {
    tables: [
      {
        ...tableOf(rows),
        notes: [
          `The login form ${isPainted ? 'stands' : 'does not stand'} on the page before any script has run.`,
          `Archive page, four times slower processor: blocked for ${figure(blockingMs)} ms (median of ${VISITS}).`,
        ],
      },
    ],
    goals: [
      {
        name: 'first screen, JS + CSS, brotli',
        value: login.sentBytes / 1000,
        unit: 'KB',
        kind: 'atMost',
        goal: 70,
        limit: 96,
      },
      {
        name: 'archive page blocked, slow device',
        value: blockingMs,
        unit: 'ms',
        kind: 'atMost',
        goal: 0,
        limit: 50,
      },
    ],
  }
}

function tableOf(rows: string[][]): Table {
  return { heading: 'Scripts and styles', columns: ['Page', 'files', 'raw, KB', 'brotli, KB'], rows }
}

function row(name: string, { files, rawBytes, sentBytes }: Weight): string[] {
  return [name, String(files), kilobytes(rawBytes), kilobytes(sentBytes)]
}
