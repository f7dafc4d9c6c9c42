import { EndOfBytes, type ByteSource } from './byte-source.ts'
import type { ByteRange } from './embedded-cover.ts'

/**
 * Reads several ranges of a file as one sequence of bytes.
 * @throws EndOfBytes after the last range
 */
export class ByteRangeReader {
  /** Number of remaining bytes. */
  left: number
  readonly #source: ByteSource
  readonly #ranges: readonly ByteRange[]
  #index = 0
  /** Bytes of the current range that have been read. */
  #done = 0

  constructor(source: ByteSource, ranges: readonly ByteRange[]) {
    this.#source = source
    this.#ranges = ranges
    this.left = ranges.reduce((sum, range) => sum + range.length, 0)
  }

  u32le(): number {
    const range = this.#ranges[this.#index]
    if (range !== undefined && range.length - this.#done >= 4) {
      const value = this.#source.u32le(range.offset + this.#done)
      this.#done += 4
      this.left -= 4
      return value
    }
    return this.bytes(4).readUInt32LE(0)
  }

  bytes(length: number): Buffer {
    const ranges = this.rangesOf(length).map((range) => this.#source.bytes(range.offset, range.length))
    const [only] = ranges
    return ranges.length === 1 && only !== undefined ? only : Buffer.concat(ranges)
  }

  /** A view of the next bytes, valid until the next read. */
  view(length: number): Buffer {
    const range = this.#ranges[this.#index]
    if (range === undefined || range.length - this.#done < length) return this.bytes(length)
    const view = this.#source.view(range.offset + this.#done, length)
    this.skip(length)
    return view
  }

  skip(length: number): void {
    this.rangesOf(length)
  }

  /** The file ranges of the next `length` bytes; continues after them. */
  rangesOf(length: number): ByteRange[] {
    if (length > this.left) throw new EndOfBytes()
    const ranges: ByteRange[] = []
    let missing = length
    while (missing > 0) {
      const range = this.#ranges[this.#index]
      if (range === undefined) throw new EndOfBytes()
      const taken = Math.min(missing, range.length - this.#done)
      if (taken > 0) ranges.push({ offset: range.offset + this.#done, length: taken })
      missing -= taken
      this.#done += taken
      if (this.#done === range.length) {
        this.#index += 1
        this.#done = 0
      }
    }
    this.left -= length
    return ranges
  }
}
