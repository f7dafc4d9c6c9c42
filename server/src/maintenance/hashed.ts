import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { StoredFile } from '#storage/storage.ts'

const PIECE_BYTES = 1024 * 1024

/** Bytes that pass by and are counted. */
export interface Counted {
  bytes: AsyncIterable<Uint8Array>
  /** To be asked when all have passed. */
  facts: () => { sizeBytes: number; sha256: string }
}

export function counted(source: AsyncIterable<Uint8Array>): Counted {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let sha256: string | undefined
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      hash.update(piece)
      sizeBytes += piece.byteLength
      yield piece
    }
  }
  return {
    bytes: passing(),
    facts: () => {
      sha256 ??= hash.digest('hex')
      return { sizeBytes, sha256 }
    },
  }
}

/** Reads all and keeps nothing. */
export async function factsOf(
  source: AsyncIterable<Uint8Array>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const { bytes, facts } = counted(source)
  for await (const piece of bytes) void piece
  return facts()
}

/** The bytes of a stored file, in pieces; closes it at the end. */
export async function* piecesOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; position < file.sizeBytes;) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, file.sizeBytes - position))
      const bytes = await file.read(piece, position)
      if (bytes === 0) throw new Error('A stored file is shorter than it was')
      yield piece.subarray(0, bytes)
      position += bytes
    }
  } finally {
    file.close()
  }
}

export async function* piecesOfPath(path: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }))
    if (piece instanceof Uint8Array) yield piece
}
