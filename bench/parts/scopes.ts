import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { ALBUM_PAGE_SIZE, ALBUM_TYPES, getAlbum, listAlbums, listSongs } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { SCOPE_ALBUMS_MAX } from '@tonarchiv/contract/scope'
import { searchEverything } from '@tonarchiv/contract/search'
import { accountOf, createAccount } from '../archive/account.ts'
import { createRandom } from '../archive/random.ts'
import type { SampleArchive } from '../archive/sample-archives.ts'
import { withServices } from '../archive/with-services.ts'
import { type CallFigures, measureCalls } from '../load/calls.ts'
import { getRequest } from '../load/connection.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import type { Part } from './part.ts'

const DIFFERENT = 200

/** Each call, with the part of the archive that it reads. */
const CALLS: readonly { name: string; urls: (titles: readonly string[]) => string[] }[] = [
  { name: 'first page of 15', urls: () => [urlOf(listAlbums, {})] },
  {
    name: 'one of the first pages',
    urls: () => offsets(SCOPE_ALBUMS_MAX).map((offset) => urlOf(listAlbums, { query: { offset } })),
  },
  { name: 'newest uploads', urls: () => [urlOf(listAlbums, { query: { sort: 'newest' } })] },
  {
    name: 'album by title',
    urls: (titles) => titles.map((albumTitel) => urlOf(getAlbum, { params: { albumTitel } })),
  },
  { name: '50 songs', urls: () => [urlOf(listSongs, { query: { limit: 50 } })] },
  {
    name: 'search, all kinds',
    urls: (titles) =>
      titles.map((title) => urlOf(searchEverything, { query: { q: title.split(' ')[0] ?? title } })),
  },
]

/**
 * What the gate costs: the same calls by a member with the whole archive, by one whose key names every type of album, so
 * that the answers are the same, and by one whose key names as many albums as a key can.
 */
export const measureScopes: Part = async ({ archives, runFolder }) => {
  const { large } = archives
  await using stack = new AsyncDisposableStack()
  const dataFolder = join(runFolder, 'scopes')
  await cp(large.dataFolder, dataFolder, { recursive: true })
  const titles = await createScopedAccounts(dataFolder, large)
  const product = stack.use(await startProduct(dataFolder, runFolder))
  const tokens: string[] = []
  for (const number of [0, 1, 2]) tokens.push(await logIn(product.port, accountOf(number)))

  const rows: string[][] = []
  const factors: { name: string; factor: number | undefined }[] = []
  for (const { name, urls } of CALLS) {
    const { pid, port } = product
    const targets = tokens.map((token) => ({
      pid,
      port,
      requests: urls(titles).map((url) => getRequest(url, { authorization: `Bearer ${token}` })),
    }))
    const [whole, types, albums] = await measureCalls(targets)
    const factor = ratio(types?.cpuMs, whole?.cpuMs)
    rows.push([name, ...cells(whole), ...cells(types), times(factor), ...cells(albums)])
    factors.push({ name, factor })
  }
  return {
    tables: [
      {
        heading: `Scopes, ${large.label}`,
        columns: [
          'Call',
          'whole archive p50, ms',
          'CPU ms',
          'all types p50, ms',
          'CPU ms',
          'types / whole',
          `${SCOPE_ALBUMS_MAX} albums p50, ms`,
          'CPU ms',
        ],
        rows,
      },
    ],
    goals: factors.map(({ name, factor }) => ({
      name: `${name}: CPU with a scope beside the whole archive`,
      value: factor,
      unit: '×',
      kind: 'atMost',
      goal: 1.05,
    })),
  }
}

/** @returns titles of albums that all accounts may see */
async function createScopedAccounts(dataFolder: string, { titles }: SampleArchive): Promise<string[]> {
  return withServices(dataFolder, async (services) => {
    const albums = await services.db
      .selectFrom('albums')
      .select(['id', 'title'])
      .orderBy('place')
      .limit(SCOPE_ALBUMS_MAX)
      .execute()
    await createAccount(services, 1, { kind: 'types', types: [...ALBUM_TYPES], hasVideos: true })
    await createAccount(services, 2, {
      kind: 'albums',
      albumIds: albums.map(({ id }) => id),
      hasVideos: true,
    })
    const throws = createRandom(11)
    return Array.from(
      { length: DIFFERENT },
      () => albums[throws.below(albums.length)]?.title ?? titles[0] ?? '',
    )
  })
}

function offsets(albums: number): number[] {
  return Array.from({ length: Math.floor(albums / ALBUM_PAGE_SIZE) }, (_, page) => page * ALBUM_PAGE_SIZE)
}

function cells(figures: CallFigures | undefined): string[] {
  return [figure(figures?.p50Ms), figure(figures?.cpuMs)]
}
