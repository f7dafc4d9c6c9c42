import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Executor } from '#database/prepared.ts'
import type { TableShape } from './table-shapes.ts'
import { OperatorError } from '#platform/operator-error.ts'

const ROWS_AT_ONCE = 500
/** Maximum number of values in one statement. SQLite accepts 32,766, PostgreSQL 65,535. */
const VALUES_AT_ONCE = 30_000

type Row = Record<string, unknown>

/** One of the two databases of a copy. It is a transaction, so it does not change during the copy. */
export interface Side {
  trx: Executor
  kind: Database['kind']
}

/** Number and hash of the rows of a table. Equal tables in both databases have the same hash. */
export interface TableDigest {
  rows: number
  /** SHA-256 over all rows in the order of their keys. */
  digest: string
}

/** The error when the copy of a table differs from the original. */
export class CopyDiffers extends OperatorError {
  constructor(table: string, from: TableDigest, to: TableDigest) {
    super(`The copy of ${table} differs: ${from.rows} rows left, ${to.rows} arrived. Nothing was kept.`)
    this.name = 'CopyDiffers'
  }
}

/**
 * Copies the rows of these tables into empty tables and reads the copies back. The memory that it needs does not depend
 * on the number of rows.
 * @throws CopyDiffers when a row differs; the caller must then roll back its transaction
 */
export async function copyRows(
  from: Side,
  to: Side,
  shapes: readonly TableShape[],
  onTable: (name: string, rows: number) => void = () => {},
): Promise<Map<string, TableDigest>> {
  const digests = new Map<string, TableDigest>()
  for (const shape of shapes.toReversed()) await sql`delete from ${sql.table(shape.name)}`.execute(to.trx)
  for (const shape of shapes) {
    const digest = await digestOf(from, shape, async (rows) => insertRows(to.trx, shape, rows))
    digests.set(shape.name, digest)
    onTable(shape.name, digest.rows)
  }
  for (const shape of shapes) {
    const arrived = await digestOf(to, shape)
    const left = digests.get(shape.name) ?? { rows: 0, digest: '' }
    if (arrived.digest !== left.digest || arrived.rows !== left.rows)
      throw new CopyDiffers(shape.name, left, arrived)
  }
  return digests
}

/** Reads a whole table, page by page, and hashes it. */
export async function digestOf(
  side: Side,
  shape: TableShape,
  onRows: (rows: Row[]) => Promise<void> = async () => {},
): Promise<TableDigest> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const page of side.kind === 'sqlite'
    ? pagesByKey(side.trx, shape)
    : pagesByCursor(side.trx, shape)) {
    for (const row of page) {
      for (const column of shape.columns) row[column] = storable(row[column])
      hash.update(`${JSON.stringify(shape.columns.map((column) => row[column]))}\n`)
    }
    rows += page.length
    await onRows(page)
  }
  return { rows, digest: hash.digest('hex') }
}

/** Replaces NUL in a text with the replacement character, because PostgreSQL cannot store NUL. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}

async function insertRows(trx: Executor, shape: TableShape, rows: readonly Row[]): Promise<void> {
  const columns = sql.join(shape.columns.map((column) => sql.ref(column)))
  const most = Math.min(ROWS_AT_ONCE, Math.floor(VALUES_AT_ONCE / shape.columns.length))
  for (let start = 0; start < rows.length; start += most) {
    const values = rows
      .slice(start, start + most)
      .map((row) => sql`(${sql.join(shape.columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(shape.name)} (${columns}) values ${sql.join(values)}`.execute(trx)
  }
}

async function* pagesByKey(trx: Executor, { name, columns, key }: TableShape): AsyncGenerator<Row[]> {
  const wanted = sql.join(columns.map((column) => sql.ref(column)))
  const order = sql.join(key.map((column) => sql.ref(column.name)))
  let last: Row | undefined
  for (;;) {
    const before = last
    const behind =
      before === undefined
        ? sql`true`
        : sql`(${order}) > (${sql.join(key.map((column) => before[column.name]))})`
    const { rows } = await sql<Row>`
      select ${wanted} from ${sql.table(name)} where ${behind} order by ${order} limit ${ROWS_AT_ONCE}`.execute(
      trx.withoutPlugins(),
    )
    last = rows.at(-1)
    if (last === undefined) return
    // The cursor row is copied, because the consumer may change the original.
    last = { ...last }
    yield rows
  }
}

/** Reads pages in the byte order of the key, as SQLite does, whatever the collation of the database is. */
async function* pagesByCursor(trx: Executor, { name, columns, key }: TableShape): AsyncGenerator<Row[]> {
  const wanted = sql.join(columns.map((column) => sql.ref(column)))
  const order = sql.join(
    key.map((column) => (column.isText ? sql`${sql.ref(column.name)} collate "C"` : sql.ref(column.name))),
  )
  await sql`declare all_rows no scroll cursor for select ${wanted} from ${sql.table(name)} order by ${order}`.execute(
    trx,
  )
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from all_rows`.execute(
      trx.withoutPlugins(),
    )
    if (rows.length === 0) break
    yield rows
  }
  await sql`close all_rows`.execute(trx)
}
