/** A program of its own, so that nobody waits for it: says what is wrong with the SQLite file that it is given. */
import { constants, setPriority } from 'node:os'
import { faultOfSqliteFile } from './sqlite-file.ts'

const [path = ''] = process.argv.slice(2)
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.stdout.write(faultOfSqliteFile(path) ?? '')
