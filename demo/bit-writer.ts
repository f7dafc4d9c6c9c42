/** Writes numbers of any width, most significant bit first. */
export class BitWriter {
  #bytes = Buffer.allocUnsafe(16 * 1024)
  #length = 0
  /** The last bits, which do not fill a byte yet. */
  #pending = 0
  #pendingBits = 0

  /** @param width - at most 32 */
  write(value: number, width: number): void {
    if (width > 24) {
      this.write(value >>> 16, width - 16)
      this.write(value & 0xffff, 16)
      return
    }
    this.#pending = (this.#pending << width) | value
    this.#pendingBits += width
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8
      this.#push((this.#pending >>> this.#pendingBits) & 0xff)
    }
    this.#pending &= (1 << this.#pendingBits) - 1
  }

  writeZeros(count: number): void {
    for (let left = count; left > 0; left -= 24) this.write(0, Math.min(24, left))
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits)
  }

  /** Returns the complete bytes that were written so far. */
  soFar(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  finish(): Buffer {
    this.align()
    return this.soFar()
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#length * 2)
    this.#bytes[this.#length] = byte
    this.#length += 1
  }
}
