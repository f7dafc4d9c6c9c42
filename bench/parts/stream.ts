import { setTimeout as pause } from 'node:timers/promises'
import { SOUND_BYTES } from '../archive/sound-archive.ts'
import { listen } from '../load/listeners.ts'
import type { Goal } from '../report/goal.ts'
import { figure, megabytes, ratio, times } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { startNginx } from '../servers/nginx.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startProduct } from '../servers/product.ts'
import { measureHeldMemory } from './held-memory.ts'
import type { Part } from './part.ts'
import { measureSeeks } from './seeks.ts'
import { nginxSource, productSource, type SoundSource } from './sound-source.ts'

/** What all listeners of one measurement take together. */
const BYTES_PER_TURN = 1024 * 1024 * 1024
const TURNS = 2
const RANGE_BYTES = 256 * 1024

interface Case {
  name: string
  listeners: number
  inRanges: boolean
  /** All take the same file instead of each another one. */
  sameFile?: true
  goal?: Pick<Goal, 'goal' | 'limit'>
}

const CASES: readonly Case[] = [
  { name: '1 listener, whole files', listeners: 1, inRanges: false },
  { name: '16 listeners, whole files', listeners: 16, inRanges: false },
  { name: '64 listeners, whole files', listeners: 64, inRanges: false, goal: { goal: 0.6, limit: 0.45 } },
  { name: '64 listeners, one whole file', listeners: 64, inRanges: false, sameFile: true },
  { name: '1 listener, 256 KB ranges', listeners: 1, inRanges: true },
  { name: '16 listeners, 256 KB ranges', listeners: 16, inRanges: true },
  { name: '64 listeners, 256 KB ranges', listeners: 64, inRanges: true, goal: { goal: 0.6, limit: 0.45 } },
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
  const sources = [await productSource(product, sound)]
  if (nginx !== undefined) {
    sources.push(nginxSource(stack.use(await startNginx(sound.mediaFolder, runFolder)), sound))
  }
  const throughput = await measureThroughput(sources)
  const seeks = await measureSeeks(sources)
  const memory = await measureHeldMemory(sound, runFolder)
  const notes =
    nginx === undefined ? ['nginx is not installed here, so nothing stands beside our figures.'] : []
  return {
    tables: [{ ...throughput.table, notes }, seeks.table, memory.table],
    goals: [...throughput.goals, ...seeks.goals, ...memory.goals],
  }
}

async function measureThroughput(sources: readonly SoundSource[]): Promise<{ table: Table; goals: Goal[] }> {
  const rows: string[][] = []
  const goals: Goal[] = []
  // The first time around the files come into memory and the code is compiled.
  for (const source of sources)
    await listen(source.port, requestsOf(source, { name: '', listeners: 64, inRanges: false }))
  for (const kind of CASES) {
    const figures = await throughputOf(sources, kind)
    const [ours, beside] = figures
    const factor = ratio(ours?.bytesPerCpuSecond, beside?.bytesPerCpuSecond)
    rows.push([
      kind.name,
      ...figures.flatMap(cellsOf),
      ...(beside === undefined ? ['–', '–'] : []),
      times(factor),
    ])
    if (kind.goal !== undefined && beside !== undefined)
      goals.push({
        name: `bytes per CPU second, ${kind.name}, beside nginx`,
        value: factor,
        unit: '×',
        kind: 'atLeast',
        ...kind.goal,
      })
  }
  return {
    table: {
      heading: 'Streams of 16 MB files',
      columns: ['Listeners', 'ours, MB/s', 'MB per CPU s', 'nginx, MB/s', 'MB per CPU s', 'ours / nginx'],
      rows,
    },
    goals,
  }
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
  const filesEach = BYTES_PER_TURN / SOUND_BYTES / listeners
  return Array.from({ length: listeners }, (_, listener) =>
    Array.from({ length: filesEach }, (_each, turn) => {
      const file = sameFile === true ? 0 : listener * filesEach + turn
      return inRanges ? rangesOf(source, listener, file) : [source.request({ listener, file })]
    }).flat(),
  )
}

function rangesOf(source: SoundSource, listener: number, file: number): Buffer[] {
  return Array.from({ length: SOUND_BYTES / RANGE_BYTES }, (_, index) =>
    source.request({
      listener,
      file,
      range: `bytes=${index * RANGE_BYTES}-${(index + 1) * RANGE_BYTES - 1}`,
    }),
  )
}

function cellsOf({ bytesPerSecond, bytesPerCpuSecond }: Throughput): string[] {
  return [figure(bytesPerSecond / 1e6), megabytes(bytesPerCpuSecond)]
}
