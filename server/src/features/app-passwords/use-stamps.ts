import { plainText } from '@tonarchiv/contract/text'
import type { Services } from '#services.ts'
import type { AppPasswordWithRights } from './find-app-passwords.ts'
import { touchAppPassword } from './store.ts'

/** Minimum time between two updates of the time of the last use, so that most requests write nothing. */
const USE_STEP_MS = 5 * 60_000
const AppName = plainText({ max: 60 })

/** Records that a program uses an app password. `app` is the name that the program reports for itself. */
export type StampUse = (row: AppPasswordWithRights, app: string | undefined) => void

/**
 * Makes a function that records uses. Requests do not wait for its writes and do not fail with them, because a full
 * disk must not lock members out.
 */
export function useStamps({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): StampUse {
  /** Ids of app passwords whose row is being written, so that concurrent requests of one player cause one write. */
  const writing = new Set<string>()
  return ({ id, lastUsedAt, app: known }, given) => {
    const at = now()
    const app = appName(given)
    const isDue = lastUsedAt === null || at.getTime() - Date.parse(lastUsedAt) >= USE_STEP_MS
    if ((!isDue && (known !== null || app === undefined)) || writing.has(id)) return
    writing.add(id)
    touchAppPassword(db, { id, app, at })
      .catch((error: unknown) => log.warn({ err: error }, 'the last use of an app password was not stored'))
      .finally(() => writing.delete(id))
  }
}

/** The name of the program in a request. Undefined when it is empty or too long, or contains control characters. */
function appName(given: string | undefined): string | undefined {
  const name = given === undefined ? undefined : AppName.safeParse(given)
  return name?.success === true && name.data !== '' ? name.data : undefined
}
