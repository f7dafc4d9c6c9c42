import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** The file that has each hash. Two files with one hash would give two classes one name. */
const fileOfHash = new Map<string, string>()

/**
 * The name of a class of a CSS module. It is the same in all builds, and short, because the first screen has many.
 * @throws Error when another file has the same hash; rename one of the two
 */
export function scopedName(name: string, file: string): string {
  const path = relative(root, file)
  const hash = createHash('sha256').update(path).digest('base64url').slice(0, 4)
  const other = fileOfHash.get(hash) ?? path
  if (other !== path) throw new Error(`${path} and ${other} have the same short hash ${hash}`)
  fileOfHash.set(hash, path)
  return `${name}_${hash}`
}
