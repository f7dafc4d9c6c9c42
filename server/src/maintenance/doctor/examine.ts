import type { Config } from '#config.ts'
import type { Check, Finding } from './finding.ts'
import { ArchiveMissing } from '../database/prepare-database.ts'
import { operatorFault } from '../operator-fault.ts'
import { backupAge } from './backups.ts'
import { dataFolder } from './data-folder.ts'
import { database } from './database.ts'
import { rehearsals } from './rehearsals.ts'
import { answeringRedis, mail, media } from './services.ts'
import { addresses, clock, ffmpeg, versions, webApp } from './environment.ts'
import { webServer } from './web-server.ts'

const checks: readonly (readonly [what: string, check: Check])[] = [
  ['Versions', versions],
  ['Web app', webApp],
  ['Data folder', dataFolder],
  ['Database', database],
  ['Clock', clock],
  ['Media', media],
  ['nginx', webServer],
  ['Redis', answeringRedis],
  ['Mail', mail],
  ['Address', addresses],
  ['Backup', backupAge],
  ['Rehearsal', rehearsals],
  ['ffmpeg', ffmpeg],
]

/** Checks everything that an archive needs, one after the other; it changes nothing. */
export async function* examine(config: Config): AsyncGenerator<Finding> {
  for (const [what, check] of checks) {
    try {
      yield { what, ...(await check(config)) }
    } catch (error) {
      yield { what, state: 'bad', ...described(error, config) }
    }
  }
}

function described(error: unknown, config: Config): Pick<Finding, 'message' | 'todo'> {
  const fault = operatorFault(error, config)
  if (fault !== undefined) return fault
  const text = error instanceof Error ? error.message : String(error)
  // The second line of its message is the remedy.
  const [message = text, todo] = error instanceof ArchiveMissing ? text.split('\n') : [text]
  return { message, todo }
}
