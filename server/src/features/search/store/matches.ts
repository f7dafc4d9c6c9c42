import { type Compilable, type RawBuilder, sql, SqliteAdapter } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import { type Kind, rangeOf } from './kinds.ts'

/** The ids of the words that each word of a search may be. */
export type Alternatives = readonly (readonly number[])[]

/** A document that was found. */
export interface Match {
  id: number
  ref: string
  words: string
}

interface Page {
  from: number
  to: number
  limit: number
}

type Tokens = { match: string } & Record<`words${number}` | 'any', readonly number[]>
type Values = Page & Tokens
type Slot = <K extends Extract<keyof Values, string>>(name: K) => RawBuilder<Values[K]>

/** How many words are searched, and whether one of them must be in the title. */
interface Shape {
  words: number
  needsTitle: boolean
}

/** Documents of a kind that contain one alternative of each word, in the order of their ids. */
export async function findMatches(
  db: Executor,
  kind: Kind,
  alternatives: Alternatives,
  limit: number,
  after = 0,
): Promise<Match[]> {
  if (isImpossible(alternatives)) return []
  const { from, to } = rangeOf(kind)
  const values = { ...tokensOf(kind, alternatives), from: Math.max(from, after + 1), to, limit }
  return runShaped(selects, shapeOf(kind, alternatives), selectMatches)(db, values)
}

/** The number of such documents, counted up to a limit. */
export async function countMatches(
  db: Executor,
  kind: Kind,
  alternatives: Alternatives,
  limit: number,
): Promise<number> {
  if (isImpossible(alternatives)) return 0
  const values = { ...tokensOf(kind, alternatives), ...rangeOf(kind), limit }
  const [row] = await runShaped(counts, shapeOf(kind, alternatives), selectCount)(db, values)
  return row?.count ?? 0
}

function isImpossible(alternatives: Alternatives): boolean {
  return alternatives.length === 0 || alternatives.some((ids) => ids.length === 0)
}

/** Songs and albums are found with the words of their artists and albums too, but not by these alone. */
function hasContext(kind: Kind): boolean {
  return kind === 'song' || kind === 'album'
}

function shapeOf(kind: Kind, alternatives: Alternatives): Shape {
  return { words: alternatives.length, needsTitle: hasContext(kind) && alternatives.length > 1 }
}

function tokensOf(kind: Kind, alternatives: Alternatives): Tokens {
  const any = (ids: readonly number[]) => `(${ids.join(' OR ')})`
  const all = alternatives.map(any).join(' AND ')
  const some = alternatives.flat()
  const match =
    hasContext(kind) && alternatives.length > 1 ? `${all} AND title : ${any(some)}` : `title : (${all})`
  return { match, any: some, ...Object.fromEntries(alternatives.map((ids, index) => [`words${index}`, ids])) }
}

type Run<R> = (db: Executor, values: Values) => Promise<R[]>

const selects = new Map<string, Run<Match>>()
const counts = new Map<string, Run<{ count: number }>>()

/** Statements of one shape differ only in their values. */
function runShaped<R>(
  known: Map<string, Run<R>>,
  shape: Shape,
  build: (db: Executor, slot: Slot, shape: Shape) => Compilable<R>,
): Run<R> {
  const name = `${shape.words} ${shape.needsTitle}`
  let run = known.get(name)
  if (run === undefined) {
    run = prepared<Values, R>((db, slot) => build(db, slot, shape))
    known.set(name, run)
  }
  return run
}

function selectMatches(db: Executor, slot: Slot, shape: Shape): Compilable<Match> {
  return db
    .selectFrom(matching(db, slot, shape).as('found'))
    .innerJoin('searchDocuments', 'searchDocuments.id', 'found.id')
    .select(['searchDocuments.id', 'searchDocuments.ref', 'searchDocuments.words'])
    .orderBy('found.id')
}

function selectCount(db: Executor, slot: Slot, shape: Shape): Compilable<{ count: number }> {
  return db
    .selectFrom(matching(db, slot, shape).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
}

/** The ids of documents in the order of ids. */
function matching(db: Executor, slot: Slot, shape: Shape) {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const id = sql<number>`${sql.ref(isSqlite ? 'rowid' : 'id')}`
  // Node binds numbers as floating point, with which FTS5 would not limit the row ids.
  const bound = (name: 'from' | 'to') => sql<number>`cast(${slot(name)} as bigint)`
  return db
    .selectFrom('searchIndex')
    .select(id.as('id'))
    .where(isSqlite ? sql<boolean>`search_index match ${slot('match')}` : matchInPostgres(slot, shape))
    .where(sql<boolean>`${id} >= ${bound('from')}`)
    .where(sql<boolean>`${id} < ${bound('to')}`)
    .orderBy(id)
    .limit(slot('limit'))
}

function matchInPostgres(slot: Slot, { words, needsTitle }: Shape): RawBuilder<boolean> {
  const column = sql.ref(needsTitle ? 'context' : 'title')
  const each = Array.from(
    { length: words },
    (_, index) => sql`${column} && ${slot(`words${index}`)}::integer[]`,
  )
  const some = needsTitle ? [sql`title && ${slot('any')}::integer[]`] : []
  return sql<boolean>`(${sql.join([...each, ...some], sql` and `)})`
}

interface TitleRange {
  kind: string
  fromTitle: string
  toTitle: string
  limit: number
}

const selectByTitle = prepared<TitleRange, Match>((db, slot) =>
  db
    .selectFrom('searchDocuments')
    .select(['id', 'ref', 'words'])
    .where('kind', '=', slot('kind'))
    .where('title', '>=', slot('fromTitle'))
    .where('title', '<', slot('toTitle'))
    .orderBy('title')
    .orderBy('id')
    .limit(slot('limit')),
)

/** Documents whose title begins with a text, shortest titles first. */
export async function findByTitle(db: Executor, kind: Kind, title: string, limit: number): Promise<Match[]> {
  if (title === '') return []
  return selectByTitle(db, { kind, fromTitle: title, toTitle: `${title}\u{10ffff}`, limit })
}
