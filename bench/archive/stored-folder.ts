import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onInterruption } from '../interruption.ts'
import { root } from '../places.ts'

/** A folder that is generated once, stored in the system's folder for temporary files, and reused by later runs. */
export interface StoredFolder {
  /** The folder's name, without its fingerprint. */
  name: string
  /** The files that determine the content of the folder. When one of them changes, the folder is generated again. */
  createdBy: readonly string[]
  create: (folder: string) => Promise<void>
  log: (message: string) => void
}

/** @returns the path of the folder */
export async function openStoredFolder({ name, createdBy, create, log }: StoredFolder): Promise<string> {
  const folder = join(tmpdir(), `${name}-${await fingerprint(createdBy)}`)
  if (await exists(folder)) return folder
  for (const other of await readdir(tmpdir()))
    if (other.startsWith(`${name}-`)) await rm(join(tmpdir(), other), { recursive: true, force: true })
  // The folder is generated under another name first, so that an interrupted run leaves no incomplete folder under the
  // final name.
  const making = `${folder}.${process.pid}`
  const forget = onInterruption(async () => rm(making, { recursive: true, force: true }))
  await mkdir(making)
  log(`Making ${folder}, once …`)
  const begunAt = performance.now()
  try {
    await create(making)
    await rename(making, folder)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  } finally {
    forget()
  }
  log(`Made in ${Math.round((performance.now() - begunAt) / 1000)} s.\n`)
  return folder
}

async function fingerprint(createdBy: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  const files = globSync([...createdBy], { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
