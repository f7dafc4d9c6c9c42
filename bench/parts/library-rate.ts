import { getAlbum, listAlbums } from '@tonarchiv/contract/catalog'
import { listTopTracks } from '@tonarchiv/contract/plays'
import { urlOf } from '@tonarchiv/contract/route'
import { accountOf } from '../archive/account.ts'
import { createRandom } from '../archive/random.ts'
import { searchFragments } from '../archive/search-fragments.ts'
import { requestAtRate } from '../load/at-rate.ts'
import { getRequest } from '../load/connection.ts'
import { percentile } from '../load/percentile.ts'
import { figure } from '../report/numbers.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import type { Findings, BenchContext } from './part.ts'

const PER_SECOND = 100
const SECONDS = 5

/** The response time for one member while others read page after page of a large archive. */
export async function measureLibrary({ archives, runFolder }: BenchContext): Promise<Findings> {
  const { label, dataFolder, titles, texts } = archives.large
  await using server = await startProduct(dataFolder, runFolder)
  const authorization = `Bearer ${await logIn(server.port, accountOf(0))}`
  const throws = createRandom(7)
  const fragments = searchFragments(texts).flatMap((kind) => kind.fragments)
  const oneOf = (list: readonly string[]) => list[throws.below(list.length)] ?? ''
  const calls = [
    {
      name: 'album',
      goal: 50,
      address: () => urlOf(getAlbum, { params: { albumTitel: oneOf(titles) } }),
    },
    { name: 'search', goal: 30, address: () => urlOf(listAlbums, { query: { search: oneOf(fragments) } }) },
    { name: 'top tracks', goal: 50, address: () => listTopTracks.path },
  ]
  const figures: { name: string; goal: number; p50: number; p99: number }[] = []
  for (const { name, goal, address } of calls) {
    const request = () => getRequest(address(), { authorization })
    const waits = await requestAtRate([server.port], request, { perSecond: PER_SECOND, seconds: SECONDS })
    figures.push({ name, goal, p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) })
  }
  return {
    tables: [
      {
        heading: `Library: ${PER_SECOND} calls a second on ${label}`,
        columns: ['Call', 'p50, ms', 'p99, ms'],
        rows: figures.map(({ name, p50, p99 }) => [name, figure(p50), figure(p99)]),
      },
    ],
    goals: figures.map(({ name, goal, p99 }) => ({
      name: `library: ${name}, p99`,
      value: p99,
      unit: 'ms',
      kind: 'atMost',
      goal,
    })),
  }
}
