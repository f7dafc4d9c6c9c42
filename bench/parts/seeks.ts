import { SOUND_ACCOUNTS, SOUND_BYTES } from '../archive/sound-archive.ts'
import { createRandom } from '../archive/random.ts'
import { type OpenStreams, streamAtRate, seek } from '../load/listeners.ts'
import { percentile } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import type { SoundSource, Sources } from './sound-source.ts'

const SEEKS = 400
const ROUNDS = 2
const LISTENERS = 300
/** The last account is reserved for the seeking client. */
const SEEKER = SOUND_ACCOUNTS - 1
/** 320 kbit/s. */
const BYTES_PER_SECOND = 40_000

const COLUMNS = [
  'Meanwhile',
  'ours p50, ms',
  'p99, ms',
  'bare Node p50, ms',
  'p99, ms',
  'nginx p50, ms',
  'p99, ms',
  'p99 ours / Node',
  '/ nginx',
] as const

/** The time from a seek to the first byte, without other streams and with many streams at the same time. */
export async function measureSeeks({
  ours,
  bareNode,
  nginx,
}: Sources): Promise<{ table: Table; goals: Goal[] }> {
  const requested = [ours, bareNode, ...(nginx === undefined ? [] : [nginx.sendfile])]
  const rows: string[][] = []
  const goals: Goal[] = []
  for (const listeners of [0, LISTENERS]) {
    const name = listeners === 0 ? 'no other listeners' : `${listeners} others listen at 320 kbit/s`
    const [our, bare, besides] = await waitsOf(requested, listeners)
    rows.push([
      name,
      ...[our, bare, besides].flatMap(cellsOf),
      times(ratio(our?.p99Ms, bare?.p99Ms)),
      times(ratio(our?.p99Ms, besides?.p99Ms)),
    ])
    goals.push({
      name: `first byte of a seek, p99 beside bare Node, ${name}`,
      value: ratio(our?.p99Ms, bare?.p99Ms),
      unit: '×',
      kind: 'atMost',
      goal: 1.2,
      limit: 2,
    })
  }
  return {
    table: {
      heading: `First byte of a seek (new connection, ${SEEKS * ROUNDS} seeks)`,
      columns: COLUMNS,
      rows,
    },
    goals,
  }
}

interface Waits {
  p50Ms: number
  p99Ms: number
}

function cellsOf(waits: Waits | undefined): string[] {
  return [figure(waits?.p50Ms), figure(waits?.p99Ms)]
}

async function waitsOf(sources: readonly SoundSource[], listeners: number): Promise<Waits[]> {
  const waits = sources.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, source] of sources.entries()) {
      const others = await startOthers(source, listeners)
      try {
        waits[index]?.push(...(await seekAround(source, round)))
      } finally {
        others.leave()
      }
    }
  }
  return waits.map((values) => ({ p50Ms: percentile(values, 0.5), p99Ms: percentile(values, 0.99) }))
}

async function seekAround({ port, request }: SoundSource, seed: number): Promise<number[]> {
  const throws = createRandom(seed)
  const waits: number[] = []
  for (let round = 0; round < SEEKS; round += 1) {
    const range = `bytes=${throws.below(SOUND_BYTES)}-`
    waits.push(await seek(port, request({ listener: SEEKER, file: round, range })))
  }
  return waits
}

async function startOthers({ port, request }: SoundSource, listeners: number): Promise<OpenStreams> {
  const requests = Array.from({ length: listeners }, (_, listener) =>
    request({ listener: listener % SEEKER, file: listener }),
  )
  return streamAtRate(port, requests, BYTES_PER_SECOND)
}
