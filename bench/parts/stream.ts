import { listen } from '../load/listeners.ts'
import type { Goal } from '../report/goal.ts'
import { ratio, times } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { startBareStreams } from '../servers/floor.ts'
import { startNginx } from '../servers/nginx.ts'
import { startProduct } from '../servers/product.ts'
import { measureBehindNginx } from './behind-nginx.ts'
import { measureMemory } from './memory-usage.ts'
import type { Part } from './part.ts'
import { measureSeeks } from './seeks.ts'
import { allOf, openSource, productSource, type Sources } from './sound-source.ts'
import { type Case, cellsOf, requestsOf, type Throughput, throughputOf } from './throughput.ts'

const COLUMNS = [
  'Listeners',
  'ours',
  'per CPU s',
  'bare Node',
  'per CPU s',
  'copying nginx',
  'per CPU s',
  'nginx sendfile',
  'per CPU s',
  'ours / Node',
  '/ copying',
  '/ sendfile',
] as const

const CASES: readonly Case[] = [
  { name: '1 listener, whole files', listeners: 1, inRanges: false },
  { name: '16 listeners, whole files', listeners: 16, inRanges: false },
  { name: '64 listeners, whole files', listeners: 64, inRanges: false, isMeasured: true },
  { name: '64 listeners, one whole file', listeners: 64, inRanges: false, sameFile: true },
  { name: '1 listener, 256 KB ranges', listeners: 1, inRanges: true },
  { name: '16 listeners, 256 KB ranges', listeners: 16, inRanges: true },
  { name: '64 listeners, 256 KB ranges', listeners: 64, inRanges: true, isMeasured: true },
]

/** Streaming: throughput, processor time, first byte of a seek, and memory; compared with nginx. */
export const measureStream: Part = async ({ archives, runFolder, nginx }) => {
  await using stack = new AsyncDisposableStack()
  const { sound } = archives
  const product = stack.use(await startProduct(sound.dataFolder, runFolder))
  const bareNode = stack.use(await startBareStreams(sound.mediaFolder, runFolder))
  const startFiles = async (sendfile: boolean) =>
    openSource(stack.use(await startNginx(sound.mediaFolder, runFolder, { sendfile })), sound)
  const sources: Sources = {
    ours: await productSource(product, sound),
    bareNode: openSource(bareNode, sound),
    ...(nginx !== undefined && {
      nginx: { copying: await startFiles(false), sendfile: await startFiles(true) },
    }),
  }
  const throughput = await measureThroughput(sources)
  const seeks = await measureSeeks(sources)
  const behind = nginx === undefined ? undefined : await measureBehindNginx(sound, runFolder)
  const memory = await measureMemory(sound, runFolder)
  const notes = nginx === undefined ? ['nginx is not installed here, so its columns are empty.'] : []
  return {
    tables: [
      { ...throughput.table, notes },
      ...(behind === undefined ? [] : [behind.table]),
      seeks.table,
      memory.table,
    ],
    goals: [...throughput.goals, ...(behind?.goals ?? []), ...seeks.goals, ...memory.goals],
  }
}

async function measureThroughput(sources: Sources): Promise<{ table: Table; goals: Goal[] }> {
  const present = allOf(sources)
  const rows: string[][] = []
  const goals: Goal[] = []
  // The first round reads the files into the page cache and compiles hot code.
  for (const source of present)
    await listen(source.port, requestsOf(source, { name: '', listeners: 64, inRanges: false }))
  for (const kind of CASES) {
    const [ours, bareNode, copying, sendfile] = await throughputOf(present, kind)
    const beside = (other: Throughput | undefined) => ratio(ours?.bytesPerCpuSecond, other?.bytesPerCpuSecond)
    rows.push([
      kind.name,
      ...[ours, bareNode, copying, sendfile].flatMap(cellsOf),
      ...[bareNode, copying, sendfile].map((other) => times(beside(other))),
    ])
    if (kind.isMeasured)
      goals.push(kind.inRanges ? rangesGoal(kind, beside(bareNode)) : wholeGoal(kind, beside(copying)))
  }
  return {
    table: { heading: 'Streams of 16 MB files, MB per second and per CPU second', columns: COLUMNS, rows },
    goals,
  }
}

/** With whole files, most work is copying bytes: the result is compared with a copying nginx. */
function wholeGoal({ name }: Case, value: number | undefined): Goal {
  const goalName = `bytes per CPU second, ${name}, beside copying nginx`
  return { name: goalName, value, unit: '×', kind: 'atLeast', goal: 0.6, limit: 0.45 }
}

/**
 * With ranges, most work is handling requests: they may take one and a half times, at most three times, what Node needs
 * without access checks.
 */
function rangesGoal({ name }: Case, value: number | undefined): Goal {
  const goalName = `bytes per CPU second, ${name}, beside bare Node`
  return { name: goalName, value, unit: '×', kind: 'atLeast', goal: 0.67, limit: 0.33 }
}
