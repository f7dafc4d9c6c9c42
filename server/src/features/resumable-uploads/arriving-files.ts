import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BufferedWrites } from '#storage/disk/buffered-writes.ts'
import { emptyIfMissing, undefinedIfMissing } from '#storage/disk/missing.ts'
import { newMediaFile } from '#storage/disk/staged-file.ts'
import { STAGE_MODE } from '#storage/disk/stages.ts'

/** The pattern of upload ids. Files in the folder with other names are ignored. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** A partial file that is open for appending. */
export interface GrowingFile {
  /** Appends chunks, which the caller must not change afterwards. Resolves when the next chunks may be written. */
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Syncs the bytes to the disk, and closes the file. */
  close(): Promise<void>
}

/**
 * Partial files, which may arrive over hours and across restarts. Each upload has one local file, whose name is the id
 * of the upload.
 */
export interface ArrivingFiles {
  pathOf(id: string): string
  make(id: string): Promise<void>
  /** Number of bytes that have arrived; undefined when there is no file. */
  sizeOf(id: string): Promise<number | undefined>
  /** Opens the file for appending at an offset. */
  continue(id: string, offset: number): Promise<GrowingFile>
  /** Removes a file. Removing a missing file is not an error. */
  remove(id: string): Promise<void>
  /** The ids of files that have not been written to since that time. */
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
