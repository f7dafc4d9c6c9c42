import { readFile, stat } from 'node:fs/promises'
import { WrongSettings } from '#config.ts'

const MAX_BYTES = 64 * 1024
const BEGINNING = /^AGE-SECRET-KEY-(?:PQ-)?1/

/**
 * Reads the private keys from a file of `age-keygen`, which has one key per line besides comments and empty lines.
 * @throws WrongSettings, whose message never contains the content
 */
export async function identitiesIn(path: string): Promise<string[]> {
  const wrong = (why: string) => new WrongSettings([`BACKUP_IDENTITY_FILE: ${path} ${why}.`])
  const text = await stat(path)
    .then(async ({ size }) => {
      if (size > MAX_BYTES) throw wrong('is too large to be a file of keys')
      return readFile(path, 'utf8')
    })
    .catch((error: unknown) => {
      if (error instanceof WrongSettings) throw error
      throw wrong(
        `cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`,
      )
    })
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length === 0 || !keys.every((key) => BEGINNING.test(key)))
    throw wrong('holds something else than private keys of age (AGE-SECRET-KEY-1…, without a passphrase)')
  return keys
}
