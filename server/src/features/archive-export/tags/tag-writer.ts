import { Worker } from 'node:worker_threads'
import type { ImageType } from '#audio-probe/embedded-cover.ts'

/** Tags to write, by the field names of the tag library, and `lyrics`. Null removes a field. */
export type TagChanges = Record<string, string[] | null>

/**
 * Timeout for one file in milliseconds. It is long, because larger tags move all bytes of the file, which may have 300
 * MB.
 */
const TIME_LIMIT_MS = 120_000
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

/** A file and the tags to write into it. */
export interface TagOrder {
  path: string
  changes: TagChanges
  /** An image that replaces the front cover in the file. */
  front?: { path: string; mimeType: ImageType } | undefined
}

/** Writes tags into files in a worker thread with a timeout and a memory limit. */
export interface TagWriter {
  /**
   * Writes tags into a file. Wait for each call before the next one.
   * @returns false when the tags could not be written; the file may then be damaged
   */
  write(order: TagOrder): Promise<boolean>
  close(): Promise<void>
}

/** Makes a writer. Its worker thread is started for the first file. */
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
      // This error handler stays, because a later error of the ended thread would otherwise end this process.
      if (outcome === 'ended') await end()
      else worker.off('error', onEnd)
      return outcome === true
    },
    close: end,
  }
}
