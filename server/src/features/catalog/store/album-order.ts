import { createHash } from 'node:crypto'

/** A name for an order: the same ids in the same order have the same one. */
export function nameOfOrder(ids: readonly string[]): string {
  return createHash('sha256').update(ids.join(' ')).digest('base64url')
}
