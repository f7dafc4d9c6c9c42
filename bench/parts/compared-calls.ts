import { accountOf } from '../archive/account.ts'
import type { SampleArchive, SampleArchives } from '../archive/sample-archives.ts'
import { getRequest } from '../load/connection.ts'
import { type CallFigures, measureCalls } from '../load/calls.ts'
import type { Goal } from '../report/goal.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import { startFloor } from '../servers/floor.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import type { RunningServer } from '../servers/running-server.ts'

/** The path of a request to the product, and the corresponding one to the floor (bench/servers/floor-server.ts). */
export interface Question {
  product: string
  floor: string
}

/** A kind of call, and its requests. */
export interface ComparedCall {
  name: string
  questions: (archive: SampleArchive) => Question[]
}

/** The cost of a call on both archives, compared with the floor and with each other. */
export interface Comparison {
  name: string
  rows: string[][]
  /** Processor time relative to the floor's, on the large archive. */
  toFloor: number | undefined
  /** Processor time on the large archive relative to that on the small one. */
  growth: number | undefined
}

export const COLUMNS = [
  'Call',
  'Archive',
  'p50, ms',
  'p99, ms',
  'calls/s',
  'CPU ms',
  'floor p50',
  'floor p99',
  'calls/s',
  'CPU ms',
  'CPU / floor',
  'growth',
] as const

interface Pair {
  archive: SampleArchive
  product: RunningServer
  floor: RunningServer
  token: string
}

/** Runs product and floor on both archives at once, and sends requests to them in turn. */
export async function compareCalls(
  { small, large }: SampleArchives,
  runFolder: string,
  calls: readonly ComparedCall[],
): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const pairs: Pair[] = []
  for (const archive of [small, large]) {
    const product = stack.use(await startProduct(archive.dataFolder, runFolder))
    const floor = stack.use(await startFloor(archive.databasePath, runFolder))
    pairs.push({ archive, product, floor, token: await logIn(product.port, accountOf(0)) })
  }
  const comparisons: Comparison[] = []
  for (const call of calls) comparisons.push(await compare(pairs, call))
  return comparisons
}

async function compare(pairs: readonly Pair[], { name, questions }: ComparedCall): Promise<Comparison> {
  const targets = []
  for (const { archive, product, floor, token } of pairs) {
    const requested = questions(archive)
    await refuseDifference(product.port, floor.port, token, requested)
    const headers = { authorization: `Bearer ${token}` }
    targets.push({ ...product, requests: requested.map((question) => getRequest(question.product, headers)) })
    targets.push({ ...floor, requests: requested.map((question) => getRequest(question.floor)) })
  }
  const [smallProduct, smallFloor, largeProduct, largeFloor] = await measureCalls(targets)
  const growth = ratio(largeProduct?.cpuMs, smallProduct?.cpuMs)
  const toFloor = ratio(largeProduct?.cpuMs, largeFloor?.cpuMs)
  const [small, large] = pairs.map(({ archive }) => archive.label)
  return {
    name,
    rows: [
      [
        name,
        small ?? '',
        ...cells(smallProduct),
        ...cells(smallFloor),
        times(ratio(smallProduct?.cpuMs, smallFloor?.cpuMs)),
        '',
      ],
      ['', large ?? '', ...cells(largeProduct), ...cells(largeFloor), times(toFloor), times(growth)],
    ],
    toFloor,
    growth,
  }
}

const CHECKED = 12

/**
 * Checks that product and floor send the same response. Otherwise they could not be compared.
 * @throws when the responses differ
 */
async function refuseDifference(
  productPort: number,
  floorPort: number,
  token: string,
  requested: readonly Question[],
): Promise<void> {
  const step = Math.ceil(requested.length / CHECKED)
  for (let index = 0; index < requested.length; index += step) {
    const question = requested[index]
    if (question === undefined) continue
    const ours = await bodyOf(`http://127.0.0.1:${productPort}${question.product}`, token)
    const floors = await bodyOf(`http://127.0.0.1:${floorPort}${question.floor}`, token)
    if (ours !== floors) {
      throw new Error(
        `Product and floor answer differently to ${question.product}:\n${ours.slice(0, 600)}\n${floors.slice(0, 600)}`,
      )
    }
  }
}

async function bodyOf(address: string, token: string): Promise<string> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  return response.text()
}

function cells(figures: CallFigures | undefined): string[] {
  return [figures?.p50Ms, figures?.p99Ms, figures?.perSecond, figures?.cpuMs].map(figure)
}

export function toFloorGoal({ name, toFloor }: Comparison): Goal {
  return {
    name: `${name}: CPU beside the floor, large archive`,
    value: toFloor,
    unit: '×',
    kind: 'atMost',
    goal: 1.5,
    limit: 3,
  }
}

export function growthGoal({ name, growth }: Comparison): Goal {
  return {
    name: `${name}: growth from the small to the large archive`,
    value: growth,
    unit: '×',
    kind: 'atMost',
    goal: 1.1,
    limit: 1.3,
  }
}
