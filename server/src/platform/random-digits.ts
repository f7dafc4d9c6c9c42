import { randomFillSync } from 'node:crypto'

const pool = Buffer.allocUnsafeSlow(4096)
let used = pool.length

/**
 * Returns hexadecimal digits of random bytes. Many bytes are drawn at once, because each call of the random generator
 * is expensive.
 */
export function randomDigits(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
