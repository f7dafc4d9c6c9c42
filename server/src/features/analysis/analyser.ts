import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AnalysisFailed, openAnalysisThread } from '#audio-analysis/thread/analysis-thread.ts'
import type { FileSound } from '#audio-analysis/analyse-file.ts'
import { type ClaimedWork, startClaimedWork } from '#platform/claimed-work.ts'
import type { Services } from '#services.ts'
import { copyToStage } from '#storage/copy-to-stage.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import { ANALYSER, type Cursor, type DueFile, nextDueFile, START } from './due-files.ts'
import * as store from './store.ts'

export type Needs = Pick<Services, 'db' | 'storage' | 'config' | 'now' | 'log'>

export interface AnalyserOptions {
  /**
   * Whether the analysis lowers its load on a server. It then waits while the process answers requests, and pauses
   * between files.
   */
  yieldsToRequests: boolean
  /** Called after each file. */
  onFile?: (outcome: Outcome) => void
  /** Milliseconds without progress after which the analysis of a file is aborted. */
  stallMs?: number
}

/**
 * The result for one file. `skipped`: the analysis was interrupted or the storage is unavailable, so the attempt does
 * not count. `failed`: the file could not be read, or took too long.
 */
export type Outcome = 'measured' | 'undecodable' | 'failed' | 'skipped'

/** Pause between two files, in which a command that runs beside the server can claim the analysis. */
const REST_MS = 250

/**
 * Analyses the files of tracks in the background, one after the other and the newest first. Only one process of
 * the installation analyses at a time.
 */
export function startAnalyser(services: Needs, options: AnalyserOptions): ClaimedWork {
  const { db, config, now, log } = services
  const by = randomUUID()
  const thread = openAnalysisThread(options)
  let cursor: Cursor = START
  /** The last version of the archive at which all files were analysed. At this version no files are searched for. */
  let doneVersion: number | undefined
  let passVersion = 0
  let hasFfmpeg = config.ffmpeg !== undefined

  async function findDue(at: string): Promise<DueFile | undefined> {
    const { isPaused, isClaimed } = await store.readState(db, at)
    if (isPaused || isClaimed) return undefined
    const version = await store.archiveVersion(db)
    if (version === doneVersion) return undefined
    // When the archive has changed, the search starts again with the newest files.
    if (version !== passVersion) cursor = START
    passVersion = version
    const next = await nextDueFile(db, cursor, { hasFfmpeg })
    if (next !== undefined) {
      cursor = next.cursor
      return next.due
    }
    cursor = START
    doneVersion = version
    await thread.end()
    return undefined
  }

  async function run(due: DueFile, signal: AbortSignal): Promise<'next' | 'later'> {
    let outcome: Outcome = 'skipped'
    try {
      const sound = await analyse(due, signal)
      if (sound === undefined) outcome = 'failed'
      else {
        if (sound.needsFfmpeg) hasFfmpeg = false
        await store.saveSound(db, due, sound, now().toISOString())
        outcome = sound.measured === undefined ? 'undecodable' : 'measured'
      }
    } catch (error) {
      if (!signal.aborted && !(error instanceof StorageUnavailable)) {
        outcome = 'failed'
        log.warn({ err: error, trackId: due.trackId }, 'a track could not be analysed')
      }
    } finally {
      if (outcome === 'skipped') await store.uncountAttempt(db, due)
      await store.endClaim(db, by)
    }
    // The search starts again, so that the file is found again unless it has reached the limit of attempts.
    if (outcome === 'failed' || outcome === 'skipped') cursor = START
    options.onFile?.(outcome)
    if (outcome === 'skipped') return 'later'
    if (options.yieldsToRequests) await delay(REST_MS, undefined, { signal }).catch(() => undefined)
    return 'next'
  }

  /** Analyses a file. Undefined when the file is missing, or when the disk has no space for a copy of it. */
  async function analyse(due: DueFile, signal: AbortSignal): Promise<FileSound | undefined> {
    const { storage } = services
    const local = storage.pathOf?.(due.storageName)
    const needed = { ...due, reservedBytes: config.reservedDiskBytes }
    const loaded = local === undefined ? await copyToStage(storage, needed, signal) : undefined
    const path = local ?? loaded?.path
    if (path === undefined) return undefined
    try {
      return await thread.analyse({ path, ffmpeg: config.ffmpeg }, signal)
    } catch (error) {
      // A file that made the thread fail would make it fail again, so it is not analysed again.
      if (error instanceof AnalysisFailed) return UNDECODABLE
      throw error
    } finally {
      await loaded?.discard()
    }
  }

  const work = startClaimedWork<DueFile>(
    {
      findDue,
      claim: async (due, claim) =>
        db
          .transaction()
          .execute(async (trx) => store.claimFile(trx, due, { ...claim, by, analyser: ANALYSER })),
      renew: async (_due, until) => store.renewClaim(db, by, until),
      run,
    },
    { now, onFault: (error) => log.error({ err: error }, 'tracks could not be analysed') },
  )
  return {
    ...work,
    close: async () => {
      await work.close()
      await thread.end()
    },
  }
}

const UNDECODABLE: FileSound = { measured: undefined, tagged: undefined, trim: undefined, needsFfmpeg: false }
