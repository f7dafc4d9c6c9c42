import { execFile } from 'node:child_process'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSoundArchive, SOUND_BYTES } from '../archive/sound-archive.ts'
import { commandLine } from '../places.ts'
import { figure } from '../report/numbers.ts'
import type { Findings, BenchContext } from './part.ts'

const run = promisify(execFile)
const FILES = 320

/**
 * An archive of five gigabytes: a full and an incremental backup, its verification, and its restore into an empty
 * folder.
 */
export async function measureRestore({ runFolder }: BenchContext): Promise<Findings> {
  const folder = join(runFolder, 'restore')
  const archive = join(folder, 'archive')
  const backups = join(folder, 'backups')
  const restored = join(folder, 'restored')
  await mkdir(folder)
  try {
    await createSoundArchive(archive, FILES)
    const seconds = async (dataFolder: string, ...words: string[]) => {
      const begunAt = performance.now()
      await run(process.execPath, [commandLine, ...words], {
        env: { PATH: process.env['PATH'], DATA_DIR: dataFolder, LOG_LEVEL: 'silent' },
      })
      return (performance.now() - begunAt) / 1000
    }
    const first = await seconds(archive, 'backup', '--to', backups)
    const second = await seconds(archive, 'backup', '--to', backups)
    const verify = await seconds(archive, 'verify')
    const restore = await seconds(restored, 'restore', '--from', backups)
    await stat(join(restored, 'archive.sqlite'))
    return {
      tables: [
        {
          heading: `Backup of ${figure((FILES * SOUND_BYTES) / 1e9)} GB in ${FILES} files, on one disk`,
          columns: ['What', 's'],
          rows: [
            ['first backup', figure(first)],
            ['the same again', figure(second)],
            ['verify, every byte', figure(verify)],
            ['restore', figure(restore)],
          ],
        },
      ],
      goals: [{ name: 'restore of 5 GB', value: restore, unit: 's', kind: 'atMost', goal: 15 * 60 }],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
