import { Worker } from 'node:worker_threads'
import type { ImageType } from '#audio-probe/embedded-cover.ts'

/** Tags to write, by the field names of the tag library and `lyrics`; null removes a field. */
export type TagChanges = Record<string, string[] | null>

/** For one file; a file of 300 MB whose tags grow is moved as a whole. */
const TIME_LIMIT_MS = 120_000
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

/** What is to be written into a file. */
export interface TagOrder {
  path: string
  changes: TagChanges
  /** An image that replaces the front cover in the file. */
  front?: { path: string; mimeType: ImageType } | undefined
}

/** Writes tags into files, in a thread, with limits of time and memory. */
export interface TagWriter {
  /**
   * Changes the file itself. One call at a time.
   * @returns false when the library could not; the file may be damaged then
   */
  write(order: TagOrder): Promise<boolean>
  close(): Promise<void>
}

/** The thread starts with the first file. */
export function openTagWriter({
  timeLimitMs = TIME_LIMIT_MS,
  worker: script = new URL('./tag-worker.ts', import.meta.url),
}: { timeLimitMs?: number; worker?: URL } = {}): TagWriter {
  let thread: Worker | undefined

  async function end(): Promise<void> {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  return {
    write: async (order) => {
      const worker = (thread ??= new Worker(script, { resourceLimits: LIMITS }))
      const { promise, resolve } = Promise.withResolvers<boolean | 'ended'>()
      const timeout = setTimeout(() => resolve('ended'), timeLimitMs)
      const onEnd = () => resolve('ended')
      const onMessage = (isWritten: boolean) => resolve(isWritten)
      worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
      worker.postMessage(order)
      const outcome = await promise
      clearTimeout(timeout)
      worker.off('message', onMessage).off('exit', onEnd)
      // The listener for errors stays: an error of an ended thread must not end this process.
      if (outcome === 'ended') await end()
      else worker.off('error', onEnd)
      return outcome === true
    },
    close: end,
  }
}
