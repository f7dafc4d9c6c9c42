import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WrongSettings } from '#config.ts'
import { undefinedIfMissing } from '#storage/disk/missing.ts'

const SECRET_LEAST_BYTES = 32

const pathIn = (dataFolder: string) => join(dataFolder, 'secret')

/**
 * The secret that signs tickets. It is generated at the first start and written to a file, completely or not at all.
 * Only the owner of the file can read it.
 * @throws WrongSettings when the content of the file is too short for a secret
 */
export async function storedSecret(dataFolder: string): Promise<string> {
  const known = await findStoredSecret(dataFolder)
  if (known !== undefined) return known
  const path = pathIn(dataFolder)
  const aside = `${path}.${process.pid}`
  await writeFile(aside, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    await link(aside, path)
  } catch (error) {
    // Another process has just created the file, so the secret in it is used.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(aside, { force: true })
  }
  return checked(await readFile(path, 'utf8'), path)
}

/**
 * Reads the stored secret; undefined before the first start.
 * @throws WrongSettings when the content of the file is too short for a secret
 */
export async function findStoredSecret(dataFolder: string): Promise<string | undefined> {
  const path = pathIn(dataFolder)
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing)
  return text === undefined ? undefined : checked(text, path)
}

function checked(text: string, path: string): string {
  const secret = text.trim()
  if (Buffer.byteLength(secret) >= SECRET_LEAST_BYTES) return secret
  throw new WrongSettings([
    `${path}: it does not hold a secret of at least ${SECRET_LEAST_BYTES} bytes; remove it, then a new one is made and media tickets are renewed.`,
  ])
}
