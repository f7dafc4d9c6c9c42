/** A separate program, so that the server is not blocked: prints what is wrong with the given SQLite file. */
import { constants, setPriority } from 'node:os'
import { faultOfSqliteFile } from './sqlite-file.ts'

const [path = ''] = process.argv.slice(2)
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.stdout.write(faultOfSqliteFile(path) ?? '')
