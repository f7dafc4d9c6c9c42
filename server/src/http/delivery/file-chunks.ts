import type { StoredFile } from '#storage/storage.ts'
import { bufferPool } from './buffer-pool.ts'

/**
 * How much of a file is on its way to one listener at a time; all the memory that a listener costs.
 * See docs/security-requirements.md R-12.
 */
export const CHUNK_BYTES = 256 * 1024
/** Chunks that listeners of the same files share, at most; more are only read for each. */
const SHARED_CHUNKS_MAX = 128

/** A read at once that takes longer was one of the disk; for a while other threads then do the waiting. */
const SLOW_READ_MS = 8
const TIMEOUT_MS = 1000
const LOOK_EVERY_MS = 250

/** Bytes in memory that nobody changes until they are released. */
export interface Chunk {
  bytes: Buffer
  /** To be called when nobody reads the bytes any more: their memory is used again. */
  release: () => void
}

/** One listener's way through a file. */
export interface ChunkReader {
  /** The bytes from `position` on, at most up to `end` (included) and never none. @throws when the file ends before */
  next(position: number, end: number): Promise<Chunk>
  close(): void
}

/** The file is shorter than it was when the answer began. */
class FileCutShort extends Error {
  constructor() {
    super('A stored file is shorter than it was')
    this.name = 'FileCutShort'
  }
}

interface SharedChunk {
  buffer: Buffer
  length: Promise<number>
  users: number
}
/** A file with several listeners, and the chunks that they have requested lately, oldest first. */
interface SharedFile {
  listeners: number
  chunks: Map<number, SharedChunk>
}

const buffers = bufferPool(CHUNK_BYTES)
const files = new Map<string, SharedFile>()
let sharedChunks = 0

/**
 * Reads a file in chunks, and closes it at the end. While a file has several listeners, what one of them has read is
 * given to the others: half of the work of sending is reading. `key` stands for these bytes and no others.
 */
export function readChunks(file: StoredFile, key: string): ChunkReader {
  const shared = files.get(key) ?? { listeners: 0, chunks: new Map<number, SharedChunk>() }
  files.set(key, shared)
  shared.listeners += 1
  return {
    next: (position, end) =>
      shared.listeners > 1 ? sharedChunk(file, shared, position, end) : ownChunk(file, position, end),
    close: () => {
      shared.listeners -= 1
      if (shared.listeners === 0) {
        files.delete(key)
        for (const index of shared.chunks.keys()) drop(shared, index)
      }
      file.close()
    },
  }
}

async function ownChunk(file: StoredFile, position: number, end: number): Promise<Chunk> {
  const buffer = buffers.acquire()
  const release = () => buffers.release(buffer)
  try {
    const wanted = buffer.subarray(0, Math.min(CHUNK_BYTES, end - position + 1))
    const length = await readInto(wanted, file, position)
    if (length === 0) throw new FileCutShort()
    return { bytes: wanted.subarray(0, length), release }
  } catch (error) {
    release()
    throw error
  }
}

/** Until then nothing is read at once, because a disk has kept everybody waiting. */
let waitUntil = 0
/** How many blocks this process had read from disks when that was last looked at. */
let blocksRead = 0
let lookedAt = Number.NEGATIVE_INFINITY

async function readInto(buffer: Uint8Array, file: StoredFile, position: number): Promise<number> {
  const { readAtOnce } = file
  const startedAt = performance.now()
  if (readAtOnce === undefined || startedAt < waitUntil) return file.read(buffer, position)
  if (startedAt - lookedAt > LOOK_EVERY_MS) diskWasRead(startedAt)
  const length = readAtOnce(buffer, position)
  const endedAt = performance.now()
  // A slow read while no disk was read was slow because the machine is busy: then waiting in line is no better.
  if (endedAt - startedAt > SLOW_READ_MS && diskWasRead(endedAt)) waitUntil = endedAt + TIMEOUT_MS
  return length
}

/** Whether anything came from a disk since the last look. */
function diskWasRead(now: number): boolean {
  const before = blocksRead
  blocksRead = process.resourceUsage().fsRead
  lookedAt = now
  return blocksRead > before
}

async function sharedChunk(
  file: StoredFile,
  shared: SharedFile,
  position: number,
  end: number,
): Promise<Chunk> {
  const index = Math.floor(position / CHUNK_BYTES)
  const chunk = shared.chunks.get(index) ?? startChunk(file, index)
  if (chunk === undefined) return ownChunk(file, position, end)
  // Put last, as the one that is needed latest.
  if (!shared.chunks.delete(index)) sharedChunks += 1
  shared.chunks.set(index, chunk)
  chunk.users += 1
  const release = () => {
    chunk.users -= 1
    if (shared.chunks.get(index) !== chunk) reuseIfFree(chunk)
  }
  try {
    const begin = position - index * CHUNK_BYTES
    const bytes = chunk.buffer.subarray(begin, Math.min(await chunk.length, begin + end - position + 1))
    if (bytes.length === 0) throw new FileCutShort()
    return { bytes, release }
  } catch (error) {
    drop(shared, index)
    release()
    throw error
  }
}

/** Undefined when the common memory is full of chunks that are on their way. */
function startChunk(file: StoredFile, index: number): SharedChunk | undefined {
  if (sharedChunks >= SHARED_CHUNKS_MAX && !dropOldest()) return undefined
  const buffer = buffers.acquire()
  return { buffer, length: readInto(buffer, file, index * CHUNK_BYTES), users: 0 }
}

function dropOldest(): boolean {
  for (const shared of files.values()) {
    for (const [index, { users }] of shared.chunks) {
      if (users > 0) continue
      drop(shared, index)
      return true
    }
  }
  return false
}

/** Takes a chunk out of the common memory; its buffer is free when its last user has released it. */
function drop(shared: SharedFile, index: number): void {
  const chunk = shared.chunks.get(index)
  if (chunk === undefined) return
  shared.chunks.delete(index)
  sharedChunks -= 1
  reuseIfFree(chunk)
}

function reuseIfFree({ buffer, users }: SharedChunk): void {
  if (users === 0) buffers.release(buffer)
}
