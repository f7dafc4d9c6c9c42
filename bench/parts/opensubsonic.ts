import { ALBUM_PAGE_SIZE, listAlbums } from '@tonarchiv/contract/catalog'
import { listEntries } from '@tonarchiv/contract/playlist-entries'
import { urlOf } from '@tonarchiv/contract/route'
import { searchEverything } from '@tonarchiv/contract/search'
import { join } from 'node:path'
import { createRandom } from '../archive/random.ts'
import type { Goal } from '../report/goal.ts'
import { ratio, times } from '../report/numbers.ts'
import { ENTRIES, openForApps, type OpenedForApps } from '../servers/for-apps.ts'
import { compareWithWeb, type ComparedWithWeb } from './beside-web.ts'
import type { Part } from './part.ts'

const DIFFERENT = 400
const HITS = 20
const COLUMNS = [
  'Call',
  'Archive',
  'KB',
  'p50, ms',
  'CPU ms',
  'web KB',
  'p50, ms',
  'CPU ms',
  'p50 / web',
  'CPU / web',
  'growth',
] as const

const CALLS: readonly ComparedWithWeb[] = [
  {
    name: 'search3, 20 songs',
    app: (opened) =>
      wordsOf(opened).map((query) =>
        rest(opened, 'search3', { query, songCount: HITS, albumCount: 0, artistCount: 0 }),
      ),
    web: (opened) =>
      wordsOf(opened).map((q) => urlOf(searchEverything, { query: { q, group: 'songs', limit: HITS } })),
    growsAsWeb: true,
  },
  {
    name: 'getAlbumList2, newest 15',
    app: (opened) => [rest(opened, 'getAlbumList2', { type: 'newest', size: ALBUM_PAGE_SIZE })],
    web: () => [urlOf(listAlbums, { query: { sort: 'newest' } })],
  },
  {
    name: 'getAlbumList2, by title, far down',
    app: (opened) =>
      placesOf(opened).map((offset) =>
        rest(opened, 'getAlbumList2', { type: 'alphabeticalByName', size: ALBUM_PAGE_SIZE, offset }),
      ),
    web: (opened) =>
      placesOf(opened).map((offset) => urlOf(listAlbums, { query: { sort: 'title', offset } })),
  },
  {
    name: 'getArtists, by KB',
    app: (opened) => [rest(opened, 'getArtists')],
    web: (opened) => placesOf(opened).map((offset) => urlOf(listAlbums, { query: { offset } })),
    isByKilobyte: true,
  },
  {
    name: `getPlaylist, ${ENTRIES} songs`,
    app: (opened) => [rest(opened, 'getPlaylist', { id: opened.playlistId })],
    web: ({ playlistId }) => [
      urlOf(listEntries, { params: { id: playlistId }, query: { sortKey: 0, entryId: '0' } }),
    ],
  },
]

/** Measures the calls of other apps, and the calls of the web app for the same data, on archives of two sizes. */
export const measureOpenSubsonic: Part = async ({ archives, runFolder }) => {
  await using stack = new AsyncDisposableStack()
  const all: OpenedForApps[] = []
  for (const [name, archive] of [
    ['small', archives.small],
    ['large', archives.large],
  ] as const) {
    const opened = await openForApps(stack, archive, join(runFolder, `opensubsonic-${name}`), runFolder)
    all.push(opened)
  }
  const rows: string[][] = []
  const goals: Goal[] = []
  for (const call of CALLS) {
    const measured = await compareWithWeb(all, call)
    const [small, large] = measured
    const growth = ratio(large?.cost, small?.cost)
    for (const [index, one] of measured.entries())
      rows.push([index === 0 ? call.name : '', ...one.cells, index === 0 ? '' : times(growth)])
    goals.push(
      { ...ATMOST, name: `${call.name}: p50 beside the web app, large archive`, value: large?.toWebP50 },
      { ...ATMOST, name: `${call.name}: CPU beside the web app, large archive`, value: large?.toWebCpu },
      { ...GROWTH, name: `${call.name}: growth from the small to the large archive`, value: growth },
    )
  }
  return { tables: [{ heading: 'Calls of other apps', columns: COLUMNS, rows }], goals }
}

const ATMOST = { unit: '×', kind: 'atMost', goal: 1.5, limit: 3 } as const
const GROWTH = { unit: '×', kind: 'atMost', goal: 1.1, limit: 1.3 } as const

function rest(
  { apiKey }: OpenedForApps,
  name: string,
  parameters: Record<string, string | number> = {},
): string {
  const query = new URLSearchParams({ v: '1.16.1', c: 'bench', f: 'json', apiKey })
  for (const [key, value] of Object.entries(parameters)) query.set(key, String(value))
  return `/rest/${name}?${query.toString()}`
}

/** Words of titles, different ones in each archive. */
function wordsOf({ archive }: OpenedForApps): string[] {
  const random = createRandom(17)
  const words = new Set<string>()
  while (words.size < DIFFERENT) {
    const text = archive.texts[random.below(archive.texts.length)] ?? ''
    words.add((text.match(/\p{L}{4,}/gu) ?? []).at(-1) ?? 'Nacht')
  }
  return [...words]
}

function placesOf({ archive: { albums } }: OpenedForApps): number[] {
  const random = createRandom(3)
  return Array.from(
    { length: DIFFERENT },
    () => Math.floor((0.7 + random.below(250) / 1000) * (albums / ALBUM_PAGE_SIZE)) * ALBUM_PAGE_SIZE,
  )
}
