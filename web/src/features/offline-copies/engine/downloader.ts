import { readFileRecords } from '#client/copies/copy-records.ts'
import { writeRecords } from '#client/copies/copy-database.ts'
import { isStorageFull } from '#client/copies/storage-full.ts'
import { type Collection, type CopiedTrack, readCollections } from '../copies/collection.ts'
import type { WaitReason } from '../copies/view.ts'
import type { LoadOutcome } from './load-messages.ts'
import { nextStep, type Step } from './plan.ts'
import { createWaiter } from './waiter.ts'

/** Milliseconds before what has failed is tried again, unless something happens before. */
const RETRY_PAUSE = 60_000
/** Attempts to load a file, one after the other, until it is given up for now. */
const ATTEMPTS = 3
/** Milliseconds between two of them. */
const ATTEMPT_PAUSE = 5000

export interface DownloaderParts {
  waitReason: () => WaitReason | undefined
  /** Reads a collection and stores it; rejects when that fails. */
  read: (collection: Collection, signal: AbortSignal) => Promise<void>
  load: (
    track: CopiedTrack,
    options: { isRejected: boolean; signal: AbortSignal; onProgress: (receivedBytes: number) => void },
  ) => Promise<LoadOutcome>
  /** Stores what is shown beside a track; failures are not reported. */
  loadBeside: (track: CopiedTrack, signal: AbortSignal) => Promise<void>
  markFull: (collection: Collection) => Promise<void>
  /** A file did not arrive: the connection may be lost. */
  onInterrupted: () => void
  /** Everything that was chosen is there. */
  onComplete: (collection: Collection) => void
  onProgress: (version: string, receivedBytes: number) => void
  onChanged: () => void
}

/** Loads what is missing, one file after the other, until it is stopped. */
export interface Downloader {
  /** Records or conditions have changed: what is done now may not be wanted any more. */
  look: () => void
  /** What has failed is tried again. */
  retry: () => void
  run: (stopped: AbortSignal) => Promise<void>
}

export function createDownloader(parts: DownloaderParts): Downloader {
  /** Versions, and keys of collections, that are left out until they are tried again. */
  const failed = new Set<string>()
  const waiter = createWaiter()
  const perform = createPerform(parts, failed, waiter.wait)
  let current: { step: Step; stop: AbortController } | undefined

  const plan = async () => nextStep(await readCollections(), await storedFiles(), failed)

  /** Stops what is not the next step any more: it was paused or removed, or has to wait. */
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
      // It was stopped, or the database failed: what to do is decided anew.
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
        // Nothing has changed: this tab learns of each change that is reported, and would plan anew at once.
        await waiter.wait(RETRY_PAUSE, stopped)
        if (step.do === 'rest') failed.clear()
      }
    },
  }
}

async function storedFiles() {
  return new Map((await readFileRecords()).map((file) => [file.version, file]))
}

/** Carries out steps, and notes what has failed. */
function createPerform(
  parts: DownloaderParts,
  failed: Set<string>,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
) {
  /** Of files, by version. */
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
    // The archive may have other bytes under the same name.
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
        // The records of it have no space.
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
