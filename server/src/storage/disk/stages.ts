import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from './missing.ts'
import { stageAt } from './staged-file.ts'
import type { StagedFile } from '../storage.ts'

/** The mode of the folder of staged files, which only the owner may access. */
export const STAGE_MODE = 0o700

/** The local folder in which arriving bytes are collected before they are stored on disk or S3. */
export interface Stages {
  open(): Promise<StagedFile>
  freeBytes(): Promise<number>
  /** Deletes staged files that have not been written to since that time. */
  clear(before: Date): Promise<void>
}

export async function openStages(root: string): Promise<Stages> {
  const folder = join(root, 'staged')
  await mkdir(folder, { recursive: true, mode: STAGE_MODE })
  return {
    open: async () => stageAt(join(folder, `${randomUUID()}.part`)),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    clear: async (before) => {
      for (const file of await readdir(folder)) {
        const path = join(folder, file)
        const info = await lstat(path).catch(undefinedIfMissing)
        if (info !== undefined && info.mtime < before) await rm(path, { force: true })
      }
    },
  }
}
