import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Interval at which readers look for new bytes in the file. */
const LOOK_EVERY_MS = 20

/** A file that another program is writing, and that several readers read at the same time. */
export interface GrowingFile {
  /**
   * Reads from a position and waits until there are bytes.
   * @returns the number of bytes that were read; 0 at the end of the file
   * @throws the reason why the file was not written completely, or the reason of the signal
   */
  read(into: Uint8Array, position: number, signal: AbortSignal): Promise<number>
  /** Resolves when the file is complete. @throws the reason why it was not written completely */
  whole: Promise<void>
  /** Closes the file. Call it when there are no readers any more. */
  close(): Promise<void>
}

interface Growing {
  /**
   * The path of the file while it is being written, and the path to which it may be moved when it is complete. The file
   * need not exist yet.
   */
  paths: readonly [string, string]
  /** Resolves when the first bytes of the file do not change any more. */
  begun: Promise<void>
  /** Resolves when the program has written the file completely. */
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
  // An error of the writing program is thrown by `read`. This handler prevents an unhandled rejection.
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

  /** Waits for the interval, or until the file is complete. */
  async function whatHappensFirst(signal: AbortSignal): Promise<void> {
    await Promise.race([delay(LOOK_EVERY_MS, undefined, { signal }), whole])
  }

  return {
    whole,
    read: async (into, position, signal) => {
      for (;;) {
        signal.throwIfAborted()
        // `isOver` is checked before the read: bytes that were written just before the end must be read before 0 is
        // returned.
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
