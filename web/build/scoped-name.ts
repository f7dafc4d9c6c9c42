import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const root = new URL('..', import.meta.url).pathname

/** The name of a class of a CSS module. It is the same in all builds, and short, because the first screen has many. */
export function scopedName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative(root, file)).digest('base64url')
  return `${name}_${hash.slice(0, 4)}`
}
