import { readFileRecords } from '#client/copies/copy-records.ts'
import { writeRecords } from '#client/copies/copy-database.ts'
import { isStorageFull } from '#client/copies/storage-full.ts'
import { type Collection, type CopiedTrack, readCollections } from '../copies/collection.ts'
import type { WaitReason } from '../copies/view.ts'
import type { LoadOutcome } from './load-messages.ts'
import { nextStep, type Step } from './plan.ts'
import { createWaiter } from './waiter.ts'

/** Milliseconds until failed steps are retried, unless a change causes that earlier. */
const RETRY_PAUSE = 60_000
/** How many times a file is requested before it counts as failed. */
const ATTEMPTS = 3
/** Milliseconds between two requests of a file whose connection was interrupted. */
const ATTEMPT_PAUSE = 5000

export interface DownloaderParts {
  waitReason: () => WaitReason | undefined
  /** Reads the content of a collection and stores it; rejects when that fails. */
  read: (collection: Collection, signal: AbortSignal) => Promise<void>
  load: (
    track: CopiedTrack,
    options: { isRejected: boolean; signal: AbortSignal; onProgress: (receivedBytes: number) => void },
  ) => Promise<LoadOutcome>
  /** Loads and stores what belongs to a track: its details and the images of its collection. Errors are ignored. */
  loadBeside: (track: CopiedTrack, signal: AbortSignal) => Promise<void>
  markFull: (collection: Collection) => Promise<void>
  /** Called when loading a file was interrupted, because the connection may be lost. */
  onInterrupted: () => void
  /** Called when all files of a collection have been loaded. */
  onComplete: (collection: Collection) => void
  onProgress: (version: string, receivedBytes: number) => void
  onChanged: () => void
}

/** Reads chosen collections and loads their missing files, one after the other, until it is stopped. */
export interface Downloader {
  /**
   * Call this after a change of the records or of the conditions. The current step is aborted if it is not the right
   * one any more.
   */
  look: () => void
  /** Retries the steps that have failed. */
  retry: () => void
  run: (stopped: AbortSignal) => Promise<void>
}

export function createDownloader(parts: DownloaderParts): Downloader {
  /** What has failed: versions of files and keys of collections. They are skipped until the next retry. */
  const failed = new Set<string>()
  const waiter = createWaiter()
  const perform = createPerform(parts, failed, waiter.wait)
  let current: { step: Step; stop: AbortController } | undefined

  const plan = async () => nextStep(await readCollections(), await storedFiles(), failed)

  /**
   * Aborts the current step if another step is due now, or if loading has to wait. That is so after a collection was
   * paused or removed, for example.
   */
  async function compare(): Promise<void> {
    waiter.wake()
    const running = current
    if (!running) return
    const isSame = parts.waitReason() === undefined && targetOf(await plan()) === targetOf(running.step)
    if (!isSame && current === running) running.stop.abort()
  }

  async function runStep(step: Step, stopped: AbortSignal): Promise<void> {
    const stop = new AbortController()
    current = { step, stop }
    try {
      await perform.run(step, AbortSignal.any([stop.signal, stopped]))
    } catch {
      // The step was aborted, or the database has failed. The loop then determines the next step again.
      if (!stop.signal.aborted) await waiter.wait(RETRY_PAUSE, stopped)
    } finally {
      current = undefined
    }
  }

  const look = () => void compare().catch(() => undefined)
  return {
    look,
    retry() {
      failed.clear()
      perform.forgetAttempts()
      look()
    },
    async run(stopped) {
      while (!stopped.aborted) {
        waiter.clear()
        const step = await plan()
        if (step.do !== 'rest' && parts.waitReason() === undefined) {
          await runStep(step, stopped)
          parts.onChanged()
          continue
        }
        // `onChanged` is not called here, because nothing has changed. Calling it would wake this tab, so that it would
        // determine the next step again and again.
        await waiter.wait(RETRY_PAUSE, stopped)
        if (step.do === 'rest') failed.clear()
      }
    },
  }
}

async function storedFiles() {
  return new Map((await readFileRecords()).map((file) => [file.version, file]))
}

/** Performs single steps, and adds what has failed to `failed`. */
function createPerform(
  parts: DownloaderParts,
  failed: Set<string>,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
) {
  /** How many requests of a file have failed, by the version of the file. */
  const attempts = new Map<string, number>()

  async function read(collection: Collection, signal: AbortSignal): Promise<void> {
    try {
      await parts.read(collection, signal)
    } catch (failure) {
      if (signal.aborted || isStorageFull(failure)) throw failure
      failed.add(collection.key)
    }
  }

  async function load({ collection, track }: Step & { do: 'load' }, signal: AbortSignal): Promise<void> {
    const { version, file } = track
    const isRejected = attempts.has(version)
    const onProgress = (receivedBytes: number) => parts.onProgress(version, receivedBytes)
    const outcome = await parts.load(track, { isRejected, signal, onProgress })
    if (outcome.result !== 'complete') return handle(outcome, collection, version, signal)
    const { sizeBytes, mimeType } = outcome
    await writeRecords('files', [{ version, file, sizeBytes, mimeType, isComplete: true }])
    await parts.loadBeside(track, signal).catch(() => undefined)
    await reportComplete(parts, collection)
  }

  async function handle(
    outcome: Exclude<LoadOutcome, { result: 'complete' }>,
    collection: Collection,
    version: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (outcome.result === 'full') return parts.markFull(collection)
    if (outcome.result === 'busy') return wait(outcome.retryAfterSeconds * 1000, signal)
    const count = (attempts.get(version) ?? 0) + 1
    attempts.set(version, count)
    // The file in the archive may have been replaced, so the collection is read again.
    if (outcome.result === 'gone') await read(collection, signal)
    const mayPass = outcome.result === 'network' || outcome.result === 'refused'
    if (!mayPass || count >= ATTEMPTS) failed.add(version)
    if (outcome.result === 'network') {
      parts.onInterrupted()
      await wait(ATTEMPT_PAUSE, signal)
    }
  }

  return {
    forgetAttempts: () => attempts.clear(),
    run: async (step: Step, signal: AbortSignal) => {
      try {
        if (step.do === 'read') await read(step.collection, signal)
        else if (step.do === 'load') await load(step, signal)
      } catch (failure) {
        // There is no space left for the records of the collection.
        if (step.do === 'rest' || !isStorageFull(failure)) throw failure
        await parts.markFull(step.collection)
      }
    },
  }
}

async function reportComplete({ onComplete }: DownloaderParts, { key }: Collection): Promise<void> {
  const files = await storedFiles()
  const collection = (await readCollections()).find((each) => each.key === key)
  const isComplete = collection?.read?.tracks.every(({ version }) => files.get(version)?.isComplete)
  if (collection && isComplete === true) onComplete(collection)
}

function targetOf(step: Step): string | undefined {
  if (step.do === 'rest') return undefined
  return step.do === 'load' ? step.track.version : step.collection.key
}
