import { EndOfBytes, type ByteSource } from './byte-source.ts'
import type { FilePart } from './embedded-cover.ts'

/** Reads on and on through parts of a file as if they were one piece. @throws EndOfBytes beyond the last */
export class PartsReader {
  /** Bytes that are still to come. */
  left: number
  readonly #source: ByteSource
  readonly #parts: readonly FilePart[]
  #index = 0
  /** Bytes of the current part that are done. */
  #done = 0

  constructor(source: ByteSource, parts: readonly FilePart[]) {
    this.#source = source
    this.#parts = parts
    this.left = parts.reduce((sum, part) => sum + part.length, 0)
  }

  u32le(): number {
    const part = this.#parts[this.#index]
    if (part !== undefined && part.length - this.#done >= 4) {
      const value = this.#source.u32le(part.offset + this.#done)
      this.#done += 4
      this.left -= 4
      return value
    }
    return this.bytes(4).readUInt32LE(0)
  }

  bytes(length: number): Buffer {
    const parts = this.partsOf(length).map((part) => this.#source.bytes(part.offset, part.length))
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  }

  /** A look at the next bytes, for as long as nothing else is read. */
  view(length: number): Buffer {
    const part = this.#parts[this.#index]
    if (part === undefined || part.length - this.#done < length) return this.bytes(length)
    const view = this.#source.view(part.offset + this.#done, length)
    this.skip(length)
    return view
  }

  skip(length: number): void {
    this.partsOf(length)
  }

  /** Where the next `length` bytes stand; goes on behind them. */
  partsOf(length: number): FilePart[] {
    if (length > this.left) throw new EndOfBytes()
    const parts: FilePart[] = []
    let missing = length
    while (missing > 0) {
      const part = this.#parts[this.#index]
      if (part === undefined) throw new EndOfBytes()
      const taken = Math.min(missing, part.length - this.#done)
      if (taken > 0) parts.push({ offset: part.offset + this.#done, length: taken })
      missing -= taken
      this.#done += taken
      if (this.#done === part.length) {
        this.#index += 1
        this.#done = 0
      }
    }
    this.left -= length
    return parts
  }
}
