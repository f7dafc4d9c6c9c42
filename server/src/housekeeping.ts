import { tidyArchiveFiles } from '#features/archive/index.ts'
import { deleteEndedSessions, deleteOldLinks } from '#features/auth/index.ts'
import { forgetEndedLimits } from '#http/kept-limits.ts'
import type { Services } from './services.ts'

const ROWS_EVERY_MS = 10 * 60 * 1000
const FILES_EVERY_MS = 6 * 60 * 60 * 1000

/** Removes now and then what is over: sessions, links, counters, files that no row names. @returns the function that stops it */
export function startHousekeeping(services: Services): () => Promise<void> {
  const { db, now, log } = services
  let working: Promise<unknown> = Promise.resolve()

  function inTurn(what: string, work: () => Promise<unknown>): void {
    working = working
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, `${what} could not be tidied`))
  }

  const timers = [
    setInterval(() => {
      inTurn('rows', async () => {
        await deleteEndedSessions(db, now())
        await deleteOldLinks(db, now())
        await forgetEndedLimits(services)
      })
    }, ROWS_EVERY_MS),
    setInterval(() => inTurn('files', () => tidyArchiveFiles(services)), FILES_EVERY_MS),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await working
  }
}
