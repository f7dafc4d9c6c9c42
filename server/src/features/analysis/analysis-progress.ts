import type { AnalysisProgress } from '@tonarchiv/contract/track-sound'
import type { Executor } from '#database/prepared.ts'
import type { Services } from '#services.ts'
import { countTracks } from './due-files.ts'
import * as store from './store.ts'

/** How long the result is cached, because counting reads every track. */
const KEPT_MS = 10_000
/** How long a process counts as active after its last claim, because there is no claim between two files. */
const ACTIVE_MS = 60_000

type Needs = Pick<Services, 'db' | 'config' | 'now'>

/**
 * Makes a function that reads the progress of the analysis. It returns null when no file is left, when an operator has
 * paused the analysis, and when no process is analysing.
 */
export function createProgressReader(services: Needs): () => Promise<AnalysisProgress | null> {
  const { db, config, now } = services
  let kept: { readAt: number; progress: Promise<AnalysisProgress | null> } | undefined
  let claimedAt = -Infinity

  async function read(at: Date): Promise<AnalysisProgress | null> {
    const { isPaused, isClaimed } = await store.readState(db, at.toISOString())
    if (isClaimed) claimedAt = at.getTime()
    const isActive = config.analysesTracks || at.getTime() - claimedAt < ACTIVE_MS
    return isPaused || !isActive ? null : whatIsLeft(db)
  }

  return async () => {
    const at = now()
    if (kept === undefined || at.getTime() - kept.readAt >= KEPT_MS) {
      const progress = read(at)
      kept = { readAt: at.getTime(), progress }
      progress.catch(() => {
        // A failed read is not cached.
        if (kept?.progress === progress) kept = undefined
      })
    }
    return kept.progress
  }
}

async function whatIsLeft(db: Executor): Promise<AnalysisProgress | null> {
  const { tracks, analysed } = await countTracks(db)
  return analysed < tracks ? { tracks, analysed } : null
}
