import { sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'

/** A table that both databases have. */
export interface TableShape {
  name: string
  columns: readonly string[]
  /** Columns of the primary key, in order. */
  key: readonly { name: string; isText: boolean }[]
}

interface Column {
  name: string
  type: string
  pk: number
}

/**
 * All tables with rows of the product. A table comes after the tables that it references. They are read from SQLite,
 * which distinguishes index tables from ordinary ones. The table of migrations is omitted, and so are the tables of
 * features/search: triggers record the rows that are written, and the server indexes them again.
 */
export async function tableShapes(sqlite: Executor): Promise<TableShape[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> 'migrations'
      and name not like 'search\\_%' escape '\\'
    order by name`.execute(sqlite)
  const shapes = new Map<string, TableShape>()
  const parents = new Map<string, string[]>()
  for (const { name } of rows) {
    const columns = (await sql<Column>`select name, type, pk from pragma_table_info(${name})`.execute(sqlite))
      .rows
    const key = columns
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map((column) => ({ name: column.name, isText: column.type.toLowerCase() === 'text' }))
    if (key.length === 0) throw new Error(`The table ${name} has no primary key to read it by`)
    shapes.set(name, { name, columns: columns.map((column) => column.name), key })
    const references = await sql<{ parent: string }>`
      select "table" as parent from pragma_foreign_key_list(${name})`.execute(sqlite)
    parents.set(
      name,
      references.rows.map(({ parent }) => parent).filter((parent) => parent !== name),
    )
  }
  return parentsFirst(shapes, parents)
}

function parentsFirst(
  shapes: ReadonlyMap<string, TableShape>,
  parents: ReadonlyMap<string, readonly string[]>,
): TableShape[] {
  const ordered = new Set<TableShape>()
  const visit = (name: string, path: readonly string[]) => {
    const shape = shapes.get(name)
    if (shape === undefined || ordered.has(shape)) return
    if (path.includes(name)) throw new Error(`The tables ${path.join(', ')} refer to each other in a circle`)
    for (const parent of parents.get(name) ?? []) visit(parent, [...path, name])
    ordered.add(shape)
  }
  for (const name of shapes.keys()) visit(name, [])
  return [...ordered]
}
