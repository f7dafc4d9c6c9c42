import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { urlOf } from '@tonarchiv/contract/route'
import { SearchAnswer, searchEverything } from '@tonarchiv/contract/search'
import * as z from 'zod/mini'
import { ArchiveDatabase } from '../../server/src/database/open.ts'
import { memberDirectory } from '../../server/src/features/presence/directory.ts'
import { openIndexer } from '../../server/src/features/search/indexer.ts'
import { search } from '../../server/src/features/search/search.ts'
import { openVocabulary } from '../../server/src/features/search/vocabulary.ts'
import { accountOf } from '../archive/account.ts'
import { misspelt } from '../archive/misspelt.ts'
import { createRandom, type Random } from '../archive/random.ts'
import type { SearchArchive } from '../archive/search-archive.ts'
import { withServices } from '../archive/with-services.ts'
import { type CallFigures, measureCallsOnce } from '../load/calls.ts'
import { getRequest } from '../load/connection.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import { startStatements } from '../servers/floor.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import type { Part } from './part.ts'

/** Searches of each kind. All texts differ, because the server caches which words a text may mean. */
const SEARCHES = 800
const MISSPELT = 500
/** Number of first songs among which a title must be to count as found. */
const FIRST = 3
const COLUMNS = [
  'Search',
  'p50, ms',
  'p99, ms',
  'calls/s',
  'CPU ms',
  'floor p50',
  'floor p99',
  'calls/s',
  'CPU ms',
  'CPU / floor',
] as const

/** One search over songs, albums, artists, members, messages and lyrics. */
export const measureEverything: Part = async ({ archives, runFolder }) => {
  const archive = await archives.search()
  const kinds = searchesOf(archive)
  await record(archive, kinds, runFolder)
  await using product = await startProduct(archive.dataFolder, runFolder)
  const token = await logIn(product.port, accountOf(0))
  // The first search reads the words of all documents.
  await ask(product.port, token, 'nichts')
  const rows: string[][] = []
  let mixed: { product: CallFigures | undefined; floor: CallFigures | undefined } | undefined
  for (const { name, texts } of kinds) {
    await using floor = await startStatements(archive.databasePath, recordedPath(runFolder, name), runFolder)
    const headers = { authorization: `Bearer ${token}` }
    const [ours, its] = await measureCallsOnce([
      {
        ...product,
        requests: texts.map((q) => getRequest(urlOf(searchEverything, { query: { q } }), headers)),
      },
      { ...floor, requests: texts.map((_, index) => getRequest(`/${index}`)) },
    ])
    rows.push([name, ...cells(ours), ...cells(its), times(ratio(ours?.cpuMs, its?.cpuMs))])
    mixed = { product: ours, floor: its }
  }
  const found = await foundShare(archive, async (q) => ask(product.port, token, q))
  return {
    tables: [
      { heading: `One search: ${archive.label}`, columns: COLUMNS, rows },
      {
        heading: 'Misspelt titles',
        columns: ['Titles', `among the first ${FIRST} songs`],
        rows: [[String(MISSPELT), `${figure(found)} %`]],
      },
    ],
    goals: [
      {
        name: 'One search, all kinds: p99 at 8 callers',
        value: mixed?.product?.p99Ms,
        unit: 'ms',
        kind: 'atMost',
        goal: 30,
      },
      {
        name: 'One search, all kinds: CPU beside the same statements without rights',
        value: ratio(mixed?.product?.cpuMs, mixed?.floor?.cpuMs),
        unit: '×',
        kind: 'atMost',
        goal: 2,
        limit: 3,
      },
      { name: 'Misspelt titles that are found', value: found, unit: '%', kind: 'atLeast', goal: 95 },
    ],
  }
}

function recordedPath(runFolder: string, kind: string): string {
  return join(runFolder, `${kind}.json`)
}

async function ask(port: number, token: string, q: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${urlOf(searchEverything, { query: { q } })}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.text()
}

function cells(figures: CallFigures | undefined): string[] {
  return [figures?.p50Ms, figures?.p99Ms, figures?.perSecond, figures?.cpuMs].map(figure)
}

/** Searches by kind; the last kind consists of some of each kind in turn. */
function searchesOf({ songs }: SearchArchive): { name: string; texts: string[] }[] {
  const random = createRandom(17)
  const title = () => songs[random.below(songs.length)] ?? ''
  const word = () => (title().match(/\p{L}{4,}/gu) ?? []).at(-1) ?? 'Nacht'
  const ways = {
    'first letters': () => word().slice(0, 1 + random.below(5)),
    'a word': word,
    'part of a word': () => word().slice(1).slice(0, 4),
    'a whole title': title,
    'a misspelt title': () => misspeltTitle(songs, random).text,
    'stands nowhere': () => `${word().slice(0, 2)}qx ${word().slice(2)}yq`,
  }
  const all = Object.values(ways)
  const used = new Set<string>()
  const several = (makes: readonly (() => string)[]) =>
    Array.from({ length: SEARCHES }, (_, index) => newText(makes[index % makes.length] ?? title, used))
  const kinds = Object.entries(ways).map(([name, make]) => ({ name, texts: several([make]) }))
  return [...kinds, { name: 'all kinds', texts: several(all) }]
}

/** A text that was not used before. */
function newText(make: () => string, used: Set<string>): string {
  for (;;) {
    const text = make()
    const plain = text.toLowerCase()
    if (used.has(plain)) continue
    used.add(plain)
    return text
  }
}

function misspeltTitle(songs: readonly string[], random: Random): { title: string; text: string } {
  for (;;) {
    const title = songs[random.below(songs.length)] ?? ''
    const text = misspelt(title, random)
    if (text !== undefined) return { title, text }
  }
}

interface Recorded {
  statements: { sql: string; values: unknown[] }[]
  answer: string
}

/** Records the statements of these searches and the product's answers, for the floor. */
async function record(
  archive: SearchArchive,
  kinds: readonly { name: string; texts: readonly string[] }[],
  runFolder: string,
): Promise<void> {
  // This is not the measured product, which must not have seen these texts before.
  await using product = await startProduct(archive.dataFolder, runFolder)
  const token = await logIn(product.port, accountOf(0))
  for (const { name, texts } of kinds) {
    const found = await recorded(archive, texts, async (q) => ask(product.port, token, q))
    await writeFile(recordedPath(runFolder, name), JSON.stringify(found))
  }
}

async function recorded(
  { dataFolder }: SearchArchive,
  texts: readonly string[],
  ask: (q: string) => Promise<string>,
): Promise<Recorded[]> {
  return withServices(dataFolder, async ({ db, config, log }) => {
    if (!(db instanceof ArchiveDatabase) || db.readNow === undefined)
      throw new Error('The archive is on SQLite')
    await db.selectFrom('searchWords').select('id').limit(1).execute()
    const read = db.readNow
    let statements: Recorded['statements'] = []
    Object.defineProperty(db, 'readNow', {
      value: (sql: string, parameters: readonly unknown[]) => {
        const values = parameters.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
        if (!sql.startsWith(RIGHTS)) statements.push({ sql, values })
        return read(sql, parameters)
      },
    })
    const directory = memberDirectory({ db, config })
    const needs = {
      db,
      presence: {
        members: () => directory.fresh(),
        isHidden: () => false,
        hiddenFrom: () => new Set<string>(),
      },
      vocabulary: openVocabulary(db),
      indexer: openIndexer({ db, log }),
    }
    await needs.vocabulary.refresh()
    const { signal } = new AbortController()
    const found: Recorded[] = []
    for (const q of texts) {
      statements = []
      await search(needs, ADMIN, { q, limit: FIRST, offset: 0 }, signal)
      found.push({ statements, answer: await ask(q) })
    }
    await needs.indexer.close()
    return found
  })
}

/**
 * The beginning of the statement that checks for a search which playlists the member may see. No other statement of a
 * search begins so.
 */
const RIGHTS = 'select "playlists"."id" from "playlists" where'

const ADMIN = {
  id: 'bench',
  sessionId: 'bench',
  email: '',
  username: 'bench',
  isAdmin: true,
  emailVerified: true,
  keyVerified: true,
}

/** Percentage of searches with a misspelt title whose song is among the first songs of the result. */
async function foundShare({ songs }: SearchArchive, ask: (q: string) => Promise<string>): Promise<number> {
  const random = createRandom(23)
  let found = 0
  for (let index = 0; index < MISSPELT; index += 1) {
    const { title, text } = misspeltTitle(songs, random)
    const { groups } = z.parse(SearchAnswer, JSON.parse(await ask(text)))
    if (groups.songs?.hits.slice(0, FIRST).some((song) => song.title === title) === true) found += 1
  }
  return (100 * found) / MISSPELT
}
