import { setTimeout as delay } from 'node:timers/promises'
import { startAnalyser, type Needs } from './analyser.ts'
import { type AnalysisCount, countFiles, nextDueFile, START } from './due-files.ts'
import * as store from './store.ts'

const LOOK_EVERY_MS = 200
const COUNT_EVERY_MS = 2000

export async function pauseAnalysis({ db }: Pick<Needs, 'db'>, isPaused: boolean): Promise<void> {
  await store.setPaused(db, isPaused)
}

interface Handlers {
  stop: AbortSignal
  /** Called once at the start, and then at intervals while any process analyses files. */
  onProgress: (count: AnalysisCount) => void
}

/**
 * Analyses all files that were not analysed yet. If a server analyses at the same time, the two processes take turns.
 * After `stop`, the next call continues with the remaining files.
 * @returns `paused` when an operator has paused the analysis
 */
export async function analyseArchive(
  services: Needs,
  { stop, onProgress }: Handlers,
): Promise<{ count: AnalysisCount; end: 'done' | 'paused' | 'stopped' }> {
  const { db, now } = services
  const analyser = startAnalyser(services, { yieldsToRequests: false })
  const ended = async (end: 'done' | 'paused' | 'stopped') => ({ count: await countFiles(db), end })
  try {
    for (;;) {
      const isIdle = await Promise.race([analyser.idle().then(() => true), wait(COUNT_EVERY_MS, stop)])
      onProgress(await countFiles(db))
      if (stop.aborted) return await ended('stopped')
      if (!isIdle) continue
      const { isPaused, isClaimed } = await store.readState(db, now().toISOString())
      if (isPaused) return await ended('paused')
      if (!isClaimed && !(await isAnythingDue(db))) return await ended('done')
      await wait(LOOK_EVERY_MS, stop)
      analyser.wake()
    }
  } finally {
    await analyser.close()
  }
}

async function isAnythingDue(db: Needs['db']): Promise<boolean> {
  return (await nextDueFile(db, START, { hasFfmpeg: false })) !== undefined
}

async function wait(milliseconds: number, stop: AbortSignal): Promise<false> {
  await delay(milliseconds, undefined, { signal: stop }).catch(() => undefined)
  return false
}
