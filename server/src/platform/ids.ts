import { randomDigits } from './random-digits.ts'

let lastMillisecond = 0
let counter = 0

/**
 * Makes a UUIDv7. Its order is that of creation, even within one millisecond of this process, because 12 bits after the
 * time are a counter.
 */
export function newId(): string {
  const now = Date.now()
  const random = randomDigits(10)
  if (now > lastMillisecond) {
    lastMillisecond = now
    counter = Number.parseInt(random.slice(0, 4), 16) & 0x7ff
  } else {
    // The clock has not advanced, or went back. The counter is incremented. When it is full, the next millisecond is
    // used.
    counter += 1
    if (counter > 0xfff) {
      counter = 0
      lastMillisecond += 1
    }
  }
  const time = lastMillisecond.toString(16).padStart(12, '0')
  const sequence = counter.toString(16).padStart(3, '0')
  const variant = ((Number.parseInt(random.slice(4, 6), 16) & 0x3f) | 0x80).toString(16)
  const rest = random.slice(6)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`
}

/** The id that directly follows another id in sort order, even if another process has made that id. */
export function idAfter(id: string): string {
  const digits = id.replaceAll('-', '')
  // Time and counter are 60 bits, with the version digit between them.
  const next = BigInt(`0x${digits.slice(0, 12)}${digits.slice(13, 16)}`) + 1n
  const counted = next.toString(16).padStart(15, '0')
  const fresh = newId()
  return `${counted.slice(0, 8)}-${counted.slice(8, 12)}-7${counted.slice(12)}-${fresh.slice(19)}`
}

/** The beginning of the ids that were created at this time, milliseconds since 1970; it sorts before all of them. */
export function idAt(time: number): string {
  const digits = time.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}
