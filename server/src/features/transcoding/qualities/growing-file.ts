import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** How often a file is looked at that another program writes. */
const LOOK_EVERY_MS = 20

/** A file that another program writes, read by several readers meanwhile. */
export interface GrowingFile {
  /**
   * Reads from a position, as soon as there is something. 0 means the end.
   * @throws the reason for which it was not written to its end, and the reason of the signal
   */
  read(into: Uint8Array, position: number, signal: AbortSignal): Promise<number>
  /** Resolves when it is whole. @throws the reason for which it is not */
  whole: Promise<void>
  /** Closes the file when nothing reads it any more. */
  close(): Promise<void>
}

interface Growing {
  /** Where it is written, and where it may be moved when it is whole. It may appear only some time later. */
  paths: readonly [string, string]
  /** Resolves when its first bytes do not change any more. */
  begun: Promise<void>
  /** Resolves when the program has written it to its end. */
  written: Promise<void>
}

export function growingFile({ paths, begun, written }: Growing): GrowingFile {
  let isBegun = false
  let isOver = false
  void begun.then(() => (isBegun = true))
  let opening: Promise<FileHandle> | undefined
  const whole = written.finally(() => {
    isOver = true
  })
  // Readers get the reason from `read`.
  whole.catch(() => {})

  async function fileOnceThere(signal: AbortSignal): Promise<FileHandle> {
    for (;;) {
      const isLast = isOver
      opening ??= open(paths[0]).catch(async () => open(paths[1]))
      try {
        return await opening
      } catch (error) {
        opening = undefined
        if (isLast) throw error
      }
      await whatHappensFirst(signal)
    }
  }

  /** The next look, or the end of the writing. */
  async function whatHappensFirst(signal: AbortSignal): Promise<void> {
    await Promise.race([delay(LOOK_EVERY_MS, undefined, { signal }), whole])
  }

  return {
    whole,
    read: async (into, position, signal) => {
      for (;;) {
        signal.throwIfAborted()
        // Taken before the reading: what was written last must be seen before the end is.
        const isLast = isOver
        if (isLast) await whole
        else if (!isBegun) {
          await Promise.race([whatHappensFirst(signal), begun])
          continue
        }
        const file = await fileOnceThere(signal)
        const { bytesRead } = await file.read(into, 0, into.byteLength, position)
        if (bytesRead > 0 || isLast) return bytesRead
        await whatHappensFirst(signal)
      }
    },
    close: async () => {
      const file = await opening?.catch(() => undefined)
      opening = undefined
      await file?.close()
    },
  }
}
