import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireOwnFolder } from '#storage/disk/archive-owner.ts'
import { unusable } from '../operator-fault.ts'
import { findStoredSecret } from '../stored-secret.ts'
import type { Check } from './finding.ts'

/** Checks that the server can use the data folder when it starts. */
export const dataFolder: Check = async ({ dataFolder: folder, reservedDiskBytes, secret }) => {
  if (!existsSync(folder)) return missingFolder(folder)
  await requireOwnFolder(folder)
  if (secret === undefined) await findStoredSecret(folder)
  for (const name of ['secret', 'archive.sqlite']) {
    const path = join(folder, name)
    const digest = await stat(path).catch(() => undefined)
    if (digest !== undefined && (digest.mode & 0o077) !== 0)
      return { state: 'bad', message: `${path} can be read by others`, todo: `chmod 600 ${path}` }
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const message = `${folder}, ${(free / 1e9).toFixed(1)} GB free`
  if (free < reservedDiskBytes)
    return {
      state: 'bad',
      message,
      todo: 'Uploads are refused (RESERVED_DISK_MB): make room or take a larger disk.',
    }
  if (free < 4 * reservedDiskBytes) return { state: 'hint', message, todo: 'Make room soon.' }
  return { state: 'good', message }
}

/** Checks that the server can create the missing folder when it starts. */
async function missingFolder(folder: string): ReturnType<Check> {
  let parent = dirname(folder)
  while (!existsSync(parent)) parent = dirname(parent)
  try {
    await access(parent, constants.W_OK | constants.X_OK)
  } catch {
    return { state: 'bad', ...unusable(folder, folder) }
  }
  return { state: 'hint', message: `${folder} does not exist yet`, todo: 'It is made with the first start.' }
}
