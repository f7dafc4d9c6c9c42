import { deleteOldRevocations } from '#database/revocations.ts'
import { tidyArchiveFiles } from '#features/catalog/index.ts'
import { deleteEndedSessions, deleteOldLinks } from '#features/auth/index.ts'
import { tidyChat } from '#features/chat/index.ts'
import { tidyUploads } from '#features/resumable-uploads/index.ts'
import { tidyScrobbling } from '#features/scrobbling/index.ts'
import { deleteForgottenAccounts, tidyAvatars } from '#features/users/index.ts'
import { makeMissingPosters, tidyVideos } from '#features/videos/index.ts'
import { forgetEndedLimits } from '#http/kept-limits.ts'
import type { Services } from './services.ts'
import { shortenAddresses } from './shorten-addresses.ts'
import { claimPeriod } from '#upkeep/claim-work.ts'

const ROWS_EVERY_MS = 10 * 60 * 1000
const FILES_EVERY_MS = 6 * 60 * 60 * 1000
/** No upload takes so long. */
const STAGES_DEAD_AFTER_MS = 12 * 60 * 60 * 1000
/** At the start nobody uploads, but an import may run beside it, which stages files for moments. */
const STAGES_DEAD_AT_START_MS = 10 * 60 * 1000

/** Removes what a crash has left, and now and then what is over: sessions, links, counters, files that no row names. @returns the function that stops it */
export function startHousekeeping(services: Services): () => Promise<void> {
  const { db, storage, now, log } = services
  let working: Promise<unknown> = Promise.resolve()
  const over = new AbortController()

  function inTurn(what: string, work: () => Promise<unknown>): void {
    working = working
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, `${what} could not be tidied`))
  }

  const clearStages = async (deadAfterMs: number) => storage.clearStages(new Date(Date.now() - deadAfterMs))
  // What a crash has left; beside other processes on one database it might be theirs.
  inTurn('stages', () => clearStages(db.kind === 'sqlite' ? STAGES_DEAD_AT_START_MS : STAGES_DEAD_AFTER_MS))

  inTurn('uploads', () => tidyUploads(services))
  inTurn('pictures of videos', () => makeMissingPosters(services, over.signal))

  /** What concerns rows and files of all processes is done by one of them in each period. */
  function ours(job: 'rows' | 'files', periodMs: number, work: () => void): void {
    inTurn(job, async () => {
      if (await claimPeriod(db, job, periodMs, now())) work()
    })
  }

  const timers = [
    setInterval(() => {
      inTurn('uploads', () => tidyUploads(services))
      ours('rows', ROWS_EVERY_MS, () => {
        inTurn('sessions', () => deleteEndedSessions(db, now()))
        inTurn('links', () => deleteOldLinks(db, now()))
        inTurn('accounts', () => deleteForgottenAccounts(services))
        inTurn('revocations', () => deleteOldRevocations(db, now()))
        inTurn('addresses', () => shortenAddresses(services))
        inTurn('limits', () => forgetEndedLimits(services))
        inTurn('told plays', () => tidyScrobbling(services))
      })
    }, ROWS_EVERY_MS),
    setInterval(() => {
      // Each process has an outbox of its own.
      inTurn('letters', () => services.mailer.forgetOld())
      inTurn('stages', () => clearStages(STAGES_DEAD_AFTER_MS))
      ours('files', FILES_EVERY_MS, () => {
        inTurn('files', () => tidyArchiveFiles(services))
        inTurn('pictures', () => tidyAvatars(services))
        inTurn('chat', () => tidyChat(services))
        inTurn('videos', () => tidyVideos(services))
        inTurn('pictures of videos', () => makeMissingPosters(services, over.signal))
      })
    }, FILES_EVERY_MS),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    over.abort()
    await working
  }
}
