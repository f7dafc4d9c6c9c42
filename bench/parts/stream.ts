import { setTimeout as pause } from 'node:timers/promises'
import { SOUND_BYTES } from '../archive/sound-archive.ts'
import { listen } from '../load/listeners.ts'
import type { Goal } from '../report/goal.ts'
import { megabytes, ratio, times } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { startBareStreams } from '../servers/floor.ts'
import { startNginx } from '../servers/nginx.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startProduct } from '../servers/product.ts'
import { measureHeldMemory } from './held-memory.ts'
import type { Part } from './part.ts'
import { measureSeeks } from './seeks.ts'
import {
  allOf,
  openSource,
  productSource,
  type SoundSource,
  type SoundWish,
  type Sources,
} from './sound-source.ts'

/** What all listeners of one turn take together: each of 64 a whole file, or some ranges of it. */
const WHOLE_BYTES = 1024 * 1024 * 1024
const RANGES_BYTES = 256 * 1024 * 1024
const TURNS = 2
const RANGE_BYTES = 256 * 1024

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

interface Case {
  name: string
  listeners: number
  inRanges: boolean
  /** All take the same file instead of each another one. */
  sameFile?: true
  isJudged?: true
}

const CASES: readonly Case[] = [
  { name: '1 listener, whole files', listeners: 1, inRanges: false },
  { name: '16 listeners, whole files', listeners: 16, inRanges: false },
  { name: '64 listeners, whole files', listeners: 64, inRanges: false, isJudged: true },
  { name: '64 listeners, one whole file', listeners: 64, inRanges: false, sameFile: true },
  { name: '1 listener, 256 KB ranges', listeners: 1, inRanges: true },
  { name: '16 listeners, 256 KB ranges', listeners: 16, inRanges: true },
  { name: '64 listeners, 256 KB ranges', listeners: 64, inRanges: true, isJudged: true },
]

interface Throughput {
  bytesPerSecond: number
  bytesPerCpuSecond: number | undefined
}

/** Sound going out: how fast, for how much work, how soon after a seek, and in how much memory; beside nginx. */
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
  const memory = await measureHeldMemory(sound, runFolder)
  const notes = nginx === undefined ? ['nginx is not installed here, so its columns are empty.'] : []
  return {
    tables: [{ ...throughput.table, notes }, seeks.table, memory.table],
    goals: [...throughput.goals, ...seeks.goals, ...memory.goals],
  }
}

async function measureThroughput(sources: Sources): Promise<{ table: Table; goals: Goal[] }> {
  const present = allOf(sources)
  const rows: string[][] = []
  const goals: Goal[] = []
  // The first time around the files come into memory and the code is compiled.
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
    if (kind.isJudged)
      goals.push(kind.inRanges ? rangesGoal(kind, beside(bareNode)) : wholeGoal(kind, beside(copying)))
  }
  return {
    table: { heading: 'Streams of 16 MB files, MB per second and per CPU second', columns: COLUMNS, rows },
    goals,
  }
}

/** Whole files are bytes above all: what Node reaches of an nginx that copies them, too. */
function wholeGoal({ name }: Case, value: number | undefined): Goal {
  const goalName = `bytes per CPU second, ${name}, beside copying nginx`
  return { name: goalName, value, unit: '×', kind: 'atLeast', goal: 0.6, limit: 0.45 }
}

/** Ranges are calls: they may cost one and a half times, at most three times, what Node needs for them without rights. */
function rangesGoal({ name }: Case, value: number | undefined): Goal {
  const goalName = `bytes per CPU second, ${name}, beside bare Node`
  return { name: goalName, value, unit: '×', kind: 'atLeast', goal: 0.67, limit: 0.33 }
}

/** Every source several times in turn, so that a change of the machine's mood reaches all of them. */
async function throughputOf(sources: readonly SoundSource[], kind: Case): Promise<Throughput[]> {
  const sums = sources.map(() => ({ bytes: 0, seconds: 0, cpuMs: 0, isCounted: true }))
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, source] of sources.entries()) {
      const sum = sums[index]
      if (sum === undefined) continue
      const before = usageOf(source.pid)
      const { bytes, seconds } = await listen(source.port, requestsOf(source, kind))
      // The last connections are closed and their buffers put away.
      await pause(20)
      const after = usageOf(source.pid)
      sum.bytes += bytes
      sum.seconds += seconds
      if (before === undefined || after === undefined) sum.isCounted = false
      else sum.cpuMs += after.cpuMs - before.cpuMs
    }
  }
  return sums.map(({ bytes, seconds, cpuMs, isCounted }) => ({
    bytesPerSecond: bytes / seconds,
    bytesPerCpuSecond: isCounted ? (bytes / cpuMs) * 1000 : undefined,
  }))
}

function requestsOf(source: SoundSource, { listeners, inRanges, sameFile }: Case): Buffer[][] {
  const each = (inRanges ? RANGES_BYTES / RANGE_BYTES : WHOLE_BYTES / SOUND_BYTES) / listeners
  return Array.from({ length: listeners }, (_, listener) =>
    Array.from({ length: each }, (_each, turn) => {
      if (inRanges) return source.request(rangeWish(listener, listener * each + turn))
      return source.request({ listener, file: sameFile === true ? 0 : listener * each + turn })
    }),
  )
}

/** The ranges of all files, numbered through. */
function rangeWish(listener: number, number: number): SoundWish {
  const perFile = SOUND_BYTES / RANGE_BYTES
  const start = (number % perFile) * RANGE_BYTES
  return { listener, file: Math.floor(number / perFile), range: `bytes=${start}-${start + RANGE_BYTES - 1}` }
}

function cellsOf(throughput: Throughput | undefined): string[] {
  return [megabytes(throughput?.bytesPerSecond), megabytes(throughput?.bytesPerCpuSecond)]
}
