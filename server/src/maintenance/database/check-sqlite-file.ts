/**
 * Checks an SQLite file and prints what is wrong with it. This is a separate program, so that the check does not block
 * the server.
 */
import { constants, setPriority } from 'node:os'
import { faultOfSqliteFile } from './sqlite-file.ts'

const [path = ''] = process.argv.slice(2)
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.stdout.write(faultOfSqliteFile(path) ?? '')
