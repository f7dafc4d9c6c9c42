import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { StoredFile } from '#storage/storage.ts'

const CHUNK_BYTES = 1024 * 1024
/** Size of the buffer for a smaller file. */
const SMALL_CHUNK_BYTES = 16 * 1024

/** A stream whose bytes are counted and hashed while they pass. */
export interface HashedBytes {
  bytes: AsyncIterable<Uint8Array>
  /** The number and the hash of the bytes. Call it after the stream has ended. */
  digest: () => { sizeBytes: number; sha256: string }
}

export function hashed(source: AsyncIterable<Uint8Array>): HashedBytes {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let sha256: string | undefined
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      yield chunk
    }
  }
  return {
    bytes: passing(),
    digest: () => {
      sha256 ??= hash.digest('hex')
      return { sizeBytes, sha256 }
    },
  }
}

/** Reads and hashes all bytes without storing them. */
export async function digestOfBytes(
  source: AsyncIterable<Uint8Array>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const { bytes, digest } = hashed(source)
  for await (const chunk of bytes) void chunk
  return digest()
}

/**
 * Reads a file and hashes it. All chunks use the same buffer, because allocating memory for a chunk costs as much as
 * hashing it.
 */
export async function digestOfPath(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    // The file is read to its end, also when it has grown meanwhile.
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size, SMALL_CHUNK_BYTES)))
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, sizeBytes)
      if (bytesRead === 0) return { sizeBytes, sha256: hash.digest('hex') }
      hash.update(buffer.subarray(0, bytesRead))
      sizeBytes += bytesRead
    }
  } finally {
    await handle.close()
  }
}

/** Yields the bytes of a stored file in chunks, and closes the file at the end. */
export async function* chunksOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; position < file.sizeBytes;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, file.sizeBytes - position))
      const bytes = await file.read(chunk, position)
      if (bytes === 0) throw new Error('A stored file is shorter than it was')
      yield chunk.subarray(0, bytes)
      position += bytes
    }
  } finally {
    file.close()
  }
}

/**
 * Yields the bytes that a file has when it is opened. A chunk is not larger than the rest of the file: a stream of Node
 * allocates its full buffer twice for each file, and so much garbage makes V8 collect all garbage after a few files.
 */
export async function* chunksOfPath(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    for (let position = 0; position < size;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position))
      const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, position)
      if (bytesRead === 0) return
      yield chunk.subarray(0, bytesRead)
      position += bytesRead
    }
  } finally {
    await handle.close()
  }
}
