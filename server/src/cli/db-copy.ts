import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadIntoPostgres } from '#maintenance/database/database-copy.ts'
import { copySqliteFile } from '#maintenance/database/sqlite-file.ts'
import type { CommandBeside } from './command.ts'
import { UsageError } from './usage.ts'

export const dbCommand: CommandBeside = {
  runBeside: async (configure, parameters) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      options: { to: { type: 'string' } },
      allowPositionals: true,
    })
    const { to } = values
    if (positionals.join(' ') !== 'copy')
      throw new UsageError('What is to be done with the database? db copy')
    if (to === undefined || !/^postgres(?:ql)?:\/\//.test(to))
      throw new UsageError('Where to? Give --to with an address that begins with postgres://')
    // The source is the file in the data folder, even if DATABASE_URL already names the target.
    const { dataFolder, database } = configure({ DATABASE_URL: '' })
    if (database.kind !== 'sqlite' || !existsSync(database.path))
      throw new UsageError(`There is no SQLite archive in ${dataFolder}.`)
    const workFolder = await mkdtemp(join(dataFolder, 'copy-'))
    try {
      const file = join(workFolder, 'archive.sqlite')
      await copySqliteFile(database.path, file)
      const tables = await loadIntoPostgres(file, { kind: 'postgres', url: to }, (name, rows) => {
        if (rows > 0) console.log(`${String(rows).padStart(9)} rows of ${name}`)
      })
      const rows = tables.values().reduce((sum, table) => sum + table.rows, 0)
      console.log(`${rows} rows of ${tables.size} tables were copied, read back and found the same.`)
      console.log(
        'Set DATABASE_URL and APP_SECRET (what the file "secret" in the data folder holds) and start the server.',
      )
      return 0
    } finally {
      await rm(workFolder, { recursive: true, force: true })
    }
  },
}
