/**
 * The floor of calls that run several statements: Node's bare HTTP server runs the statements that the product ran for
 * a request, and sends the product's recorded answer. It has no access checks and builds no answer.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import * as z from 'zod/mini'

const Recorded = z.array(
  z.object({
    statements: z.array(
      z.object({ sql: z.string(), values: z.array(z.union([z.string(), z.number(), z.null()])) }),
    ),
    answer: z.string(),
  }),
)

const [databasePath = '', recordedPath = '', port = ''] = process.argv.slice(2)
const database = new DatabaseSync(databasePath, { readOnly: true })
database.exec('pragma cache_size = -16000')
const known = new Map<string, StatementSync>()

function prepared(sql: string): StatementSync {
  let statement = known.get(sql)
  if (statement === undefined) {
    statement = database.prepare(sql)
    statement.setReturnArrays(true)
    known.set(sql, statement)
  }
  return statement
}

const calls = z
  .parse(Recorded, JSON.parse(readFileSync(recordedPath, 'utf8')))
  .map(({ statements, answer }) => ({
    statements: statements.map(({ sql, values }): [StatementSync, SQLInputValue[]] => [
      prepared(sql),
      values,
    ]),
    body: Buffer.from(answer),
  }))

const server = createServer((request, response) => {
  const call = calls[Number(request.url?.slice(1))]
  for (const [statement, values] of call?.statements ?? []) statement.all(...values)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': call?.body.byteLength ?? 0,
  })
  response.end(call?.body)
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
