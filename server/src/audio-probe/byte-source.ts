import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Reads into `target` from `offset` on; returns the number of bytes read. */
export type ReadAt = (target: Uint8Array, offset: number) => number

/** Thrown by a read beyond the end of the file, which happens if a length in the file is wrong. */
export class EndOfBytes extends Error {}
/** Thrown when reading the file would cost far more than its size justifies. */
export class TooMuchWork extends Error {}

const HEAD_BYTES = 32 * 1024
/** Size of a read outside of the head. */
const STEP_BYTES = 8 * 1024
/** The largest window, used for reading a file from front to end. */
export const WINDOW_BYTES = 256 * 1024

/** Memory for two windows, allocated once per thread and reused for every file. */
export interface ReadBuffers {
  head: Buffer
  window: Buffer
}

export function newReadBuffers(): ReadBuffers {
  return { head: Buffer.allocUnsafeSlow(HEAD_BYTES), window: Buffer.allocUnsafeSlow(WINDOW_BYTES) }
}

/**
 * Reads numbers and texts at absolute offsets of a file through two windows: one on its head, and one that
 * moves. Every offset is checked against the file size, and the total number of bytes read is limited.
 * Big-endian unless the name says otherwise.
 * @throws EndOfBytes, TooMuchWork from every read
 */
export class ByteSource {
  readonly size: number
  readonly #readAt: ReadAt
  readonly #head: Buffer
  readonly #window: Buffer
  #headEnd = 0
  #windowStart = 0
  #windowEnd = 0
  /** The window that was used last, and its range of the file. */
  #bytes: Buffer
  #start = 0
  #end = 0
  #step = STEP_BYTES
  #readsLeft = 20_000
  #bytesLeft: number

  constructor(size: number, readAt: ReadAt, buffers: ReadBuffers) {
    this.size = size
    this.#readAt = readAt
    this.#head = buffers.head
    this.#window = buffers.window
    this.#bytes = buffers.head
    this.#bytesLeft = 3 * size + 16 * 1024 * 1024
  }

  u8(offset: number): number {
    const place = this.#place(offset, 1)
    return this.#bytes.readUInt8(place)
  }

  u16(offset: number): number {
    const place = this.#place(offset, 2)
    return this.#bytes.readUInt16BE(place)
  }

  u16le(offset: number): number {
    const place = this.#place(offset, 2)
    return this.#bytes.readUInt16LE(place)
  }

  u24(offset: number): number {
    const place = this.#place(offset, 3)
    return (this.#bytes.readUInt16BE(place) << 8) | this.#bytes.readUInt8(place + 2)
  }

  u32(offset: number): number {
    const place = this.#place(offset, 4)
    return this.#bytes.readUInt32BE(place)
  }

  u32le(offset: number): number {
    const place = this.#place(offset, 4)
    return this.#bytes.readUInt32LE(place)
  }

  /** Exact up to 2^53; a larger number is only approximate. */
  u64(offset: number): number {
    const place = this.#place(offset, 8)
    return this.#bytes.readUInt32BE(place) * 4_294_967_296 + this.#bytes.readUInt32BE(place + 4)
  }

  u64le(offset: number): number {
    const place = this.#place(offset, 8)
    return this.#bytes.readUInt32LE(place + 4) * 4_294_967_296 + this.#bytes.readUInt32LE(place)
  }

  /** Whether the bytes at `offset` are these Latin letters; false beyond the end. */
  is(offset: number, letters: string): boolean {
    if (offset < 0 || offset + letters.length > this.size) return false
    const place = this.#place(offset, letters.length)
    return this.#bytes.toString('latin1', place, place + letters.length) === letters
  }

  /** A view of up to 4 KB, valid until the next read. */
  view(offset: number, length: number): Buffer {
    const place = this.#place(offset, length)
    return this.#bytes.subarray(place, place + length)
  }

  /** A copy of the bytes. */
  bytes(offset: number, length: number): Buffer {
    if (length <= this.#window.length) {
      const place = this.#place(offset, length)
      return Buffer.from(this.#bytes.subarray(place, place + length))
    }
    this.#check(offset, length)
    const copy = Buffer.allocUnsafe(length)
    this.#read(copy, offset)
    return copy
  }

  /** The last offset in `[from, to)` at which `pattern` begins, or -1. The range must fit the window. */
  lastIndexOf(pattern: Uint8Array, from: number, to: number): number {
    if (to - from < pattern.length) return -1
    const place = this.#place(from, to - from)
    const found = this.#bytes.subarray(place, place + (to - from)).lastIndexOf(pattern)
    return found === -1 ? -1 : from + found
  }

  /** The first offset in `[from, to)` that contains `byte`, or -1. */
  indexOf(byte: number, from: number, to: number): number {
    for (let offset = from; offset < to;) {
      const place = this.#place(offset, 1)
      const end = Math.min(place + to - offset, this.#end - this.#start)
      const found = this.#bytes.subarray(place, end).indexOf(byte)
      if (found !== -1) return offset + found
      offset += end - place
    }
    return -1
  }

  /** Switches to the largest step size, because the file is read from front to end from now on. */
  readAhead(): void {
    this.#step = WINDOW_BYTES
  }

  /**
   * Returns the index of the byte at `offset` in `#bytes`, and loads `length` bytes if needed. Loading may replace
   * `#bytes`, so call this before `#bytes` is read.
   */
  #place(offset: number, length: number): number {
    if (offset < this.#start || offset + length > this.#end) this.#move(offset, length)
    return offset - this.#start
  }

  #move(offset: number, length: number): void {
    this.#check(offset, length)
    if (length > this.#window.length) throw new TooMuchWork()
    if (this.#headEnd === 0)
      this.#headEnd = this.#read(this.#head.subarray(0, Math.min(this.#head.length, this.size)), 0)
    if (offset + length <= this.#headEnd) {
      this.#use(this.#head, 0, this.#headEnd)
      return
    }
    if (offset < this.#windowStart || offset + length > this.#windowEnd) {
      const wanted = Math.min(Math.max(length, this.#step), this.#window.length, this.size - offset)
      this.#windowStart = 0
      this.#windowEnd = 0
      const read = this.#read(this.#window.subarray(0, wanted), offset)
      this.#windowStart = offset
      this.#windowEnd = offset + read
    }
    this.#use(this.#window, this.#windowStart, this.#windowEnd)
  }

  #use(bytes: Buffer, start: number, end: number): void {
    this.#bytes = bytes
    this.#start = start
    this.#end = end
  }

  #check(offset: number, length: number): void {
    if (!Number.isSafeInteger(offset) || offset < 0 || length < 0 || offset + length > this.size) {
      throw new EndOfBytes()
    }
  }

  #read(target: Buffer, offset: number): number {
    this.#readsLeft -= 1
    this.#bytesLeft -= target.length
    if (this.#readsLeft < 0 || this.#bytesLeft < 0) throw new TooMuchWork()
    let read = 0
    while (read < target.length) {
      const more = this.#readAt(target.subarray(read), offset + read)
      // The file has been truncated since its size was read.
      if (more === 0) throw new EndOfBytes()
      read += more
    }
    return read
  }
}

/** A source over bytes in memory. */
export function sourceOfBytes(bytes: Uint8Array): ByteSource {
  const readAt: ReadAt = (target, offset) => {
    const range = bytes.subarray(offset, offset + target.length)
    target.set(range)
    return range.length
  }
  const head = Buffer.allocUnsafe(Math.min(HEAD_BYTES, bytes.length))
  const window = Buffer.allocUnsafe(Math.min(WINDOW_BYTES, bytes.length))
  return new ByteSource(bytes.length, readAt, { head, window })
}

/**
 * Opens a file, passes it to `read` and closes it. Anything but a regular file counts as empty.
 * @throws the system's errors
 */
export function withSourceOfFile<T>(path: string, buffers: ReadBuffers, read: (source: ByteSource) => T): T {
  // Without O_NONBLOCK opening a pipe would block until it has a writer.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(fd)
    const size = stats.isFile() ? stats.size : 0
    return read(
      new ByteSource(size, (target, offset) => readSync(fd, target, 0, target.length, offset), buffers),
    )
  } finally {
    closeSync(fd)
  }
}
