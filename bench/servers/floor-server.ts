/**
 * The floor: Node's bare HTTP server and prepared statements, on the product's own database. It answers the same bytes
 * as the product and does nothing else: no framework, no access checks, no log.
 */
import { createServer } from 'node:http'
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'

type Row = Record<string, SQLOutputValue>

const PAGE = 15
const COLUMNS =
  'albums.id, albums.title, albums.cover_name, albums.release_year, albums.type, albums.is_exclusive, albums.created_at'

const [databasePath = '', port = ''] = process.argv.slice(2)
const database = new DatabaseSync(databasePath, { readOnly: true })
database.exec('pragma cache_size = -16000')

/** A page of the results of a search, and their total. */
const found = (index: string) => `
  select ${COLUMNS}, (select count(*) from ${index} where ${index} match ?1) as total
  from (select rowid as place from ${index} where ${index} match ?1 order by rowid limit ${PAGE}) as page
  join albums on albums.place = page.place
  order by page.place`
/** A page of the list; skipped rows are only counted in the index. */
const page = `
  select ${COLUMNS}
  from (select place from albums order by place limit ${PAGE} offset ?) as page
  join albums on albums.place = page.place
  order by page.place`

const inOrder = database.prepare(page)
const ofType = database.prepare(`select ${COLUMNS} from albums where type = ? order by place limit ${PAGE}`)
const newest = database.prepare(`select ${COLUMNS} from albums order by id desc limit ${PAGE} offset ?`)
const sorted = database.prepare(`
  select ${COLUMNS}
  from (select sort_title from albums order by sort_title limit ${PAGE} offset ?) as page
  join albums on albums.sort_title = page.sort_title
  order by page.sort_title`)
const byWords = database.prepare(found('album_words'))
const byGrams = database.prepare(found('album_grams'))
const byTitle = database.prepare(`select ${COLUMNS} from albums where title_key = ?`)
const tracksOf = database.prepare(
  'select id, title, file_name, duration_seconds from tracks where album_id = ? order by position',
)

const totals = database.prepare('select type, year, albums from album_totals').all()
const sumOf = (rows: Row[]) => rows.reduce((sum, { albums }) => sum + Number(albums), 0)
const all = sumOf(totals)
const totalOfType = new Map(
  [...Map.groupBy(totals, ({ type }) => String(type))].map(([type, rows]) => [type, sumOf(rows)]),
)
const overview = JSON.stringify({
  counts: Object.fromEntries(
    ['album', 'single', 'ep', 'feature', 'unreleased', 'loosies'].map((type) => [
      type,
      totalOfType.get(type) ?? 0,
    ]),
  ),
  years: [...new Set(totals.map(({ year }) => Number(year)))]
    .filter((year) => year > 0)
    .sort((a, b) => b - a),
}).slice(1, -1)

function albumJson(row: Row): string {
  const cover = row['cover_name'] === null ? 'unknown' : `/api/cover/${String(row['cover_name'])}`
  const tracks = tracksOf.all(String(row['id'])).map((track) => ({
    id: track['id'],
    title: track['title'],
    file: track['file_name'],
    duration: track['duration_seconds'],
  }))
  return (
    `{"albumId":"${String(row['id'])}","albumTitel":${JSON.stringify(row['title'])},"albumCover":"${cover}",` +
    `"releaseJahr":${String(row['release_year'] ?? '"unknown"')},"type":"${String(row['type'])}",` +
    `"isExclusive":${row['is_exclusive'] === 1},"createdAt":"${String(row['created_at'])}","tracks":${JSON.stringify(tracks)}}`
  )
}

function pageJson(rows: Row[], total: number): string {
  return `{"albums":[${rows.map(albumJson).join(',')}],"total":${total},${overview}}`
}

function search(statement: StatementSync, match: string): string {
  const rows = statement.all(match)
  return pageJson(rows, Number(rows[0]?.['total'] ?? 0))
}

/** Answers `/call/value`; the value is passed to the statement. */
function answer(call: string, value: string): string {
  switch (call) {
    case 'page':
      return pageJson(inOrder.all(Number(value)), all)
    case 'type':
      return pageJson(ofType.all(value), totalOfType.get(value) ?? 0)
    case 'newest':
      return pageJson(newest.all(Number(value)), all)
    case 'sorted':
      return pageJson(sorted.all(Number(value)), all)
    case 'words':
      return search(byWords, value)
    case 'grams':
      return search(byGrams, value)
    default:
      return `{"album":${byTitle.all(value).map(albumJson).join(',')}}`
  }
}

const server = createServer((request, response) => {
  const [, call = '', value = ''] = (request.url ?? '').split('/')
  const body = Buffer.from(answer(call, decodeURIComponent(value)))
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.byteLength,
  })
  response.end(body)
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
