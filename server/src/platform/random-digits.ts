import { randomFillSync } from 'node:crypto'

const pool = Buffer.allocUnsafeSlow(4096)
let used = pool.length

/** Hexadecimal digits of random bytes. They are drawn many at once, because each draw is expensive. */
export function randomDigits(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
