import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BufferedWrites } from '#storage/disk/buffered-writes.ts'
import { emptyIfMissing, undefinedIfMissing } from '#storage/disk/missing.ts'
import { newMediaFile } from '#storage/disk/staged-file.ts'
import { STAGE_MODE } from '#storage/disk/stages.ts'

/** Ids of ours; whatever else lies in the folder is not ours. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** A file that grows, open for more. */
export interface GrowingFile {
  /** Takes chunks, which must not change any more; resolves when there is room for more. */
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Makes safe on the disk what has come, and closes the file. */
  close(): Promise<void>
}

/** Bytes that arrive over hours and across restarts: a file on this machine for each upload, called by its id. */
export interface ArrivingFiles {
  pathOf(id: string): string
  make(id: string): Promise<void>
  /** How many bytes have come; undefined when there is no such file. */
  sizeOf(id: string): Promise<number | undefined>
  /** Opens it for bytes from a place on. */
  continue(id: string, offset: number): Promise<GrowingFile>
  /** Removing what is not there is fine. */
  remove(id: string): Promise<void>
  /** Ids of files that nobody has written to since that moment. */
  untouchedSince(moment: Date): AsyncIterable<string>
}

export function arrivingFiles(folder: string): ArrivingFiles {
  const { O_WRONLY, O_NOFOLLOW } = constants

  function pathOf(id: string): string {
    if (!ID.test(id)) throw new Error('Not an id of ours')
    return join(folder, id)
  }

  return {
    pathOf,
    make: async (id) => {
      await mkdir(folder, { recursive: true, mode: STAGE_MODE })
      const handle = await newMediaFile(pathOf(id))
      await handle.close()
    },
    sizeOf: async (id) => {
      const info = await lstat(pathOf(id)).catch(undefinedIfMissing)
      return info?.isFile() === true ? info.size : undefined
    },
    continue: async (id, offset) => growing(await open(pathOf(id), O_WRONLY | O_NOFOLLOW), offset),
    remove: async (id) => rm(pathOf(id), { force: true }),
    untouchedSince: async function* (moment) {
      for (const id of await readdir(folder).catch(emptyIfMissing)) {
        if (!ID.test(id)) continue
        const info = await lstat(pathOf(id)).catch(undefinedIfMissing)
        if (info !== undefined && info.mtime < moment) yield id
      }
    },
  }
}

function growing(handle: FileHandle, offset: number): GrowingFile {
  const writes = new BufferedWrites(handle, offset)
  return {
    write: async (chunks) => {
      for (const chunk of chunks) await writes.write(chunk)
    },
    close: async () => {
      try {
        await writes.flush()
        await handle.datasync()
      } finally {
        await handle.close()
      }
    },
  }
}
