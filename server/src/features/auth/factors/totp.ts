import { createHmac, randomBytes } from 'node:crypto'

/** RFC 6238 with the values that all authenticator apps understand: SHA-1, six digits, steps of 30 seconds. */
export const STEP_SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A random secret in Base32 (RFC 4648 §6), of 160 bits. */
export function newTotpSecret(): string {
  let bits = 0n
  for (const byte of randomBytes(SECRET_BYTES)) bits = (bits << 8n) | BigInt(byte)
  return Array.from({ length: (SECRET_BYTES * 8) / 5 }, (_, index) => {
    const shift = BigInt(SECRET_BYTES * 8 - 5 * (index + 1))
    return BASE32[Number((bits >> shift) & 31n)]
  }).join('')
}

export function timeStepOf(time: Date): number {
  return Math.floor(time.getTime() / 1000 / STEP_SECONDS)
}

/** The code of a time step. RFC 4226 §5.3. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const value = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(value % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The time step to which a code belongs: the current one, the one before or the one after, for clocks that differ.
 * Undefined for any other code.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const current = timeStepOf(now)
  return [current, current - 1, current + 1].find((step) => codeOf(secret, step) === code)
}

/** The address from which an app reads the secret. */
export function addressOf(secret: string, { site, username }: { site: string; username: string }): string {
  const query = new URLSearchParams({
    secret,
    issuer: site,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  })
  // Some apps show a plus instead of a blank.
  const parameters = query.toString().replaceAll('+', '%20')
  return `otpauth://totp/${encodeURIComponent(site)}:${encodeURIComponent(username)}?${parameters}`
}

function bytesOf(secret: string): Buffer {
  const bytes: number[] = []
  let value = 0
  let bits = 0
  for (const character of secret) {
    value = ((value << 5) | BASE32.indexOf(character)) & 0xf_ff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 255)
  }
  return Buffer.from(bytes)
}
