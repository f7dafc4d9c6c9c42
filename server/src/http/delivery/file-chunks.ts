import type { StoredFile } from '#storage/storage.ts'
import { bufferPool } from './buffer-pool.ts'

/** Maximum number of bytes of a file that are in memory for one reader. See docs/security-requirements.md R-12. */
export const CHUNK_BYTES = 256 * 1024
/** Maximum number of chunks that readers of the same files share. Above it each reader reads its own chunks. */
const SHARED_CHUNKS_MAX = 128

/**
 * A synchronous read that takes longer than this has probably waited for the disk. For `TIMEOUT_MS` after it, files are
 * read in the thread pool.
 */
const SLOW_READ_MS = 8
const TIMEOUT_MS = 1000
const LOOK_EVERY_MS = 250

/** Bytes in memory that are not changed until they are released. */
export interface Chunk {
  bytes: Buffer
  /** Call it when you no longer read the bytes. Their buffer is then reused. */
  release: () => void
}

/** Reads a file for one response. */
export interface ChunkReader {
  /**
   * Reads at least one byte from `position` on, and at most up to `end` (inclusive).
   * @throws FileCutShort when the file is shorter
   */
  next(position: number, end: number): Promise<Chunk>
  close(): void
}

/** The error when a file is shorter than it was when the response began. */
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
/** A file that has readers, and the chunks that were read last. The oldest chunk comes first. */
interface SharedFile {
  listeners: number
  chunks: Map<number, SharedChunk>
}

const buffers = bufferPool(CHUNK_BYTES)
const files = new Map<string, SharedFile>()
let sharedChunks = 0

/**
 * Reads a file in chunks and closes it at the end. Readers of the same file share the chunks that one of them has read,
 * because reading is half of the cost of sending. `key` identifies the exact content of the file.
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

/** Until this time nothing is read synchronously, because such a read has blocked the process. */
let waitUntil = 0
/** Number of blocks that this process had read from disks at the last check. */
let blocksRead = 0
let lookedAt = Number.NEGATIVE_INFINITY

async function readInto(buffer: Uint8Array, file: StoredFile, position: number): Promise<number> {
  const { readAtOnce } = file
  const startedAt = performance.now()
  if (readAtOnce === undefined || startedAt < waitUntil) return file.read(buffer, position)
  if (startedAt - lookedAt > LOOK_EVERY_MS) diskWasRead(startedAt)
  const length = readAtOnce(buffer, position)
  const endedAt = performance.now()
  // Without disk activity the read was slow because the machine is busy. Reading in the thread pool would not be faster
  // then.
  if (endedAt - startedAt > SLOW_READ_MS && diskWasRead(endedAt)) waitUntil = endedAt + TIMEOUT_MS
  return length
}

/** Whether anything was read from a disk since the last check. */
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
  // Moves the chunk to the end of the map, as the most recently used one.
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

/**
 * Starts to read a chunk that readers share. Undefined when the shared memory is full of chunks that are still being
 * read.
 */
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

/** Removes a chunk from the shared memory. Its buffer is reused after its last reader has released it. */
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
