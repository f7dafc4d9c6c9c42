/**
 * Migrates a database, and kills itself without cleanup before the statement with the given number. Prints the number
 * of statements when it was not killed.
 */
import { migrate } from '../server/src/database/migrate.ts'
import { openDatabase } from '../server/src/database/open.ts'

const [path = '', dieBefore = '0'] = process.argv.slice(2)
let statements = 0

const db = openDatabase({ kind: 'sqlite', path }, () => {})
const dieInTime: Parameters<typeof db.withPlugin>[0] = {
  transformQuery: ({ node }) => {
    statements += 1
    if (statements === Number(dieBefore)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
}
// Without `readNow`, which would run its statements beside the plugin.
await migrate(Object.assign(db.withPlugin(dieInTime), { kind: db.kind, readNow: undefined }))
process.stdout.write(String(statements))
await db.destroy()
