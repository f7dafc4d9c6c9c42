import type { Config } from '#config.ts'
import type { Check, Finding } from './finding.ts'
import { backupAge } from './backups.ts'
import { answeringRedis, database, mail, media } from './services.ts'
import { addresses, clock, dataFolder, ffmpeg, versions, webApp } from './environment.ts'

const checks: readonly (readonly [what: string, check: Check])[] = [
  ['Versions', versions],
  ['Web app', webApp],
  ['Data folder', dataFolder],
  ['Database', database],
  ['Clock', clock],
  ['Media', media],
  ['Redis', answeringRedis],
  ['Mail', mail],
  ['Address', addresses],
  ['Backup', backupAge],
  ['ffmpeg', ffmpeg],
]

/** Checks everything that an archive needs, one after the other; it changes nothing. */
export async function* examine(config: Config): AsyncGenerator<Finding> {
  for (const [what, check] of checks) {
    try {
      yield { what, ...(await check(config)) }
    } catch (error) {
      yield { what, state: 'bad', message: error instanceof Error ? error.message : String(error) }
    }
  }
}
