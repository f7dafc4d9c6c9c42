import { camelCase } from '../server/src/database/names.ts'
import type { DatabaseSchema, Table } from './schema.ts'

/** The path and the text of a file that declares row types. */
export interface TablesFile {
  path: string
  text: string
}

const HEAD = `# Database schema

Made by \`node scripts/draw-schema.ts\` from the migrations; \`npm run check\` fails while it is out of date. Do not edit it by
hand. The row types, with comments, are in the \`tables.ts\` of each folder.

SQLite and PostgreSQL have the same tables. Text columns hold texts, ids, JSON and times (ISO 8601 in UTC); flags are 0 or 1.
A line between two tables is a foreign key: its label names the column, and \`cascade\` or \`set null\` what happens to the row
when the other one is deleted.
`

/**
 * Makes the page. It has one diagram for each folder that declares tables, and one diagram of all relations.
 * @throws Error for a table that no file declares
 */
export function schemaPage({ tables, searchIndexes }: DatabaseSchema, files: readonly TablesFile[]): string {
  const groups = groupsOf(tables, files)
  const sections = [...groups].map(
    ([name, own]) => `## ${name}\n\n${diagram([...own.map(entity), ...own.flatMap(relations)])}`,
  )
  const overview = `## All relations\n\n${diagram(['direction LR', ...tables.flatMap(relations)])}`
  const names = searchIndexes.map((name) => `\`${name}\``).join(' and ')
  const search = `## Search

SQLite keeps its full-text indexes ${names} as tables of their own. PostgreSQL has the table \`album_search\` in their place.
`
  return [HEAD, overview, ...sections, search].join('\n')
}

/** Tables by the folder that declares them; folders and tables are sorted by name. */
function groupsOf(tables: readonly Table[], files: readonly TablesFile[]): Map<string, Table[]> {
  const folderOf = new Map(
    files.flatMap(({ path, text }) => declaredIn(text).map((name) => [name, folderName(path)])),
  )
  const groups = new Map<string, Table[]>()
  for (const table of tables) {
    const folder = folderOf.get(camelCase(table.name))
    if (folder === undefined) throw new Error(`No row type declares the table ${table.name}`)
    groups.set(folder, [...(groups.get(folder) ?? []), table])
  }
  return new Map([...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const folderName = (path: string) => path.split('/').at(-2) ?? path

/** Names of the tables in the interfaces of a file that are called `Schema` or end in `Tables`. */
function declaredIn(text: string): string[] {
  const interfaces = text.matchAll(/^(?:export )?interface (?:Schema|\w+Tables) \{\n(.*?)^\}/gms)
  return [...interfaces].flatMap(([, body = '']) =>
    [...body.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name),
  )
}

function diagram(lines: readonly string[]): string {
  return [
    '```mermaid',
    'erDiagram',
    ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`),
    '```',
    '',
  ].join('\n')
}

function entity({ name, columns }: Table): string {
  const rows = columns.map((column) => {
    const keys = [
      column.isPrimaryKey && 'PK',
      column.reference && 'FK',
      column.isUnique && !column.isPrimaryKey && 'UK',
    ].filter((key) => typeof key === 'string')
    return [`  ${column.type} ${column.name}`, keys.join(', '), column.isNullable ? '"or null"' : '']
      .filter((part) => part !== '')
      .join(' ')
  })
  return [`${name} {`, ...rows, '}'].join('\n')
}

function relations({ name, columns }: Table): string[] {
  return columns.flatMap((column) => {
    if (column.reference === undefined) return []
    const { table, onDelete } = column.reference
    const [one, many] = [column.isNullable ? '|o' : '||', column.isUnique ? 'o|' : 'o{']
    const label = onDelete === undefined ? column.name : `${column.name}, ${onDelete}`
    return [`${table} ${one}--${many} ${name} : "${label}"`]
  })
}
