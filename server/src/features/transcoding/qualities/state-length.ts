import { open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { lengthStatement } from '#audio-probe/mp4/stated-length.ts'
import { undefinedIfMissing } from '#storage/disk/missing.ts'

/** Maximum number of bytes of a header that ffmpeg writes for a file with one audio track. */
const HEADER_MAX_BYTES = 16 * 1024
const LOOK_EVERY_MS = 10

/**
 * Writes the length of the music into the header of a file that ffmpeg is writing, as soon as the header is complete.
 * Does nothing when the file has no such header, or when `over` is aborted before the header is complete.
 */
export async function stateLength(path: string, seconds: number, over: AbortSignal): Promise<void> {
  const head = Buffer.alloc(HEADER_MAX_BYTES)
  for (;;) {
    // `over` is checked before the read, so that after the end of the encoding the file is read once more.
    const isLast = over.aborted
    const file = await open(path, 'r+').catch(undefinedIfMissing)
    try {
      const { bytesRead } = (await file?.read(head, 0, head.length, 0)) ?? { bytesRead: 0 }
      const statement = lengthStatement(head.subarray(0, bytesRead), seconds)
      if (statement === undefined) return
      if (statement !== 'incomplete')
        return void (await file?.write(statement.bytes, 0, undefined, statement.offset))
      if (isLast || bytesRead === head.length) return
    } finally {
      await file?.close()
    }
    await delay(LOOK_EVERY_MS, undefined, { signal: over }).catch(() => undefined)
  }
}
