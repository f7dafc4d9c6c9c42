/** Maximum number of messages of one connection at once, and per second in the long run. */
const BURST = 40
const PER_SECOND = 20
/** Maximum number of invalid messages within a minute. See docs/product.md §19.1. */
const INVALID_MESSAGES_MAX = 5
const INVALID_WINDOW_MS = 60_000

/** Rate limits for the messages of one connection; times are those of `performance`. */
export class MessageLimits {
  #tokens = BURST
  #tokensAt: number
  #invalidMessages = 0
  #invalidSince = 0

  constructor(now: number) {
    this.#tokensAt = now
  }

  /** Whether another message is allowed now. */
  consume(now: number): boolean {
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#tokensAt) / 1000) * PER_SECOND)
    this.#tokensAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  /**
   * Counts an invalid message.
   * @returns whether there were too many
   */
  countInvalid(now: number): boolean {
    if (now - this.#invalidSince > INVALID_WINDOW_MS) {
      this.#invalidSince = now
      this.#invalidMessages = 0
    }
    this.#invalidMessages += 1
    return this.#invalidMessages >= INVALID_MESSAGES_MAX
  }
}
