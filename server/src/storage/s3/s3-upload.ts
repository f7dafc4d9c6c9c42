import { constants, type FileHandle, lstat, open } from 'node:fs/promises'
import { boundedQueue } from '#platform/bounded-queue.ts'
import { eachOf } from '../each-of.ts'
import type { S3Client } from './s3-client.ts'
import { StorageUnavailable } from '../storage-unavailable.ts'

/** Size of a part. S3 requires at least 5 MiB for all parts but the last, and allows at most 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024
/** Maximum number of parts in memory, over all uploads of this process. */
const PARTS_IN_PARALLEL = 4

/** Sends bytes to the store in parts, with bounded memory. */
export interface S3Uploader {
  /**
   * Uploads a file. The object is not visible before the upload is complete. `signal` aborts the upload.
   * @throws StorageUnavailable, S3Refused, and when the source is not a regular file
   */
  send(path: string | Buffer, key: string, signal: AbortSignal): Promise<void>
  /** Uploads bytes of unknown number, one part after the other. They are never written to the local disk. */
  sendStream(bytes: AsyncIterable<Uint8Array>, key: string): Promise<void>
}

/** A part of a file. `start` and `length` are in bytes. */
interface Part {
  start: number
  length: number
}

export function s3Uploader(client: S3Client): S3Uploader {
  const queue = boundedQueue({ atOnce: PARTS_IN_PARALLEL, waiting: Number.POSITIVE_INFINITY })
  /** The time at which the store was last found to be unavailable, by the clock of `performance`. */
  let unavailableAt = Number.NEGATIVE_INFINITY

  async function withPart<T>(
    file: FileHandle,
    { start, length }: Part,
    act: (bytes: Uint8Array<ArrayBuffer>) => Promise<T>,
  ): Promise<T> {
    const queuedAt = performance.now()
    return queue.run(async () => {
      // The store became unavailable while this part was queued. So it fails at once instead of waiting for another
      // timeout.
      if (unavailableAt > queuedAt) throw new StorageUnavailable('it did not take what came before')
      const bytes = Buffer.allocUnsafeSlow(length)
      await readWhole(file, bytes, start)
      try {
        return await act(bytes)
      } catch (error) {
        if (error instanceof StorageUnavailable) unavailableAt = performance.now()
        throw error
      }
    })
  }

  async function sendMultipart(
    file: FileHandle,
    sizeBytes: number,
    key: string,
    signal: AbortSignal,
  ): Promise<void> {
    const upload = { key, uploadId: await client.createMultipartUpload(key, signal) }
    try {
      const tags = Array.from({ length: Math.ceil(sizeBytes / PART_BYTES) }, () => '')
      const send = async (index: number, over: AbortSignal) => {
        over.throwIfAborted()
        const start = index * PART_BYTES
        const part = { start, length: Math.min(PART_BYTES, sizeBytes - start) }
        const named = { ...upload, number: index + 1 }
        tags[index] = await withPart(file, part, (bytes) => client.uploadPart(named, bytes, over))
      }
      await eachOf(tags.keys(), send, signal)
      await client.completeMultipartUpload(upload, tags)
    } catch (error) {
      // The caller does not wait for the abort. If it fails, the upload is aborted when stages are cleared.
      client.abortMultipartUpload(upload).catch(() => {})
      throw error
    }
  }

  return {
    send: async (path, key, signal) => {
      if (!(await lstat(path)).isFile()) throw new Error(`Not a plain file: ${String(path)}`)
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        const { size } = await file.stat()
        if (size > PART_BYTES) await sendMultipart(file, size, key, signal)
        else await withPart(file, { start: 0, length: size }, (bytes) => client.put(key, bytes, signal))
      } finally {
        await file.close()
      }
    },
    sendStream: async (bytes, key) => sendStream(client, bytes, key),
  }
}

const neverAborted = (): AbortSignal => new AbortController().signal

async function sendStream(client: S3Client, bytes: AsyncIterable<Uint8Array>, key: string): Promise<void> {
  const parts = inMultipart(bytes)
  const first = await parts.next()
  // Bytes that fit into one part are sent with a single PUT, and so is an empty file.
  const whole = first.done === true ? Buffer.alloc(0) : first.value
  if (whole.byteLength < PART_BYTES) return client.put(key, whole, neverAborted())
  const upload = { key, uploadId: await client.createMultipartUpload(key, neverAborted()) }
  try {
    const tags = [await client.uploadPart({ ...upload, number: 1 }, whole, neverAborted())]
    for await (const part of parts)
      tags.push(await client.uploadPart({ ...upload, number: tags.length + 1 }, part, neverAborted()))
    await client.completeMultipartUpload(upload, tags)
  } catch (error) {
    client.abortMultipartUpload(upload).catch(() => {})
    throw error
  }
}

/**
 * Splits the bytes into chunks of `PART_BYTES`. Only the last chunk may be shorter. Memory for the first chunk is
 * allocated as the bytes arrive, because most uploads are much smaller than a part.
 */
async function* inMultipart(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = Buffer.alloc(0)
  let filled = 0
  for await (const chunk of bytes) {
    for (let copied = 0; copied < chunk.byteLength;) {
      const count = Math.min(PART_BYTES - filled, chunk.byteLength - copied)
      if (filled + count > part.byteLength) part = enlarged(part.subarray(0, filled), filled + count)
      part.set(chunk.subarray(copied, copied + count), filled)
      copied += count
      filled += count
      if (filled < PART_BYTES) continue
      yield part
      part = Buffer.allocUnsafeSlow(PART_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

/** A copy with room for at least this many bytes, and for twice as many as before if a part may have them. */
function enlarged(bytes: Buffer<ArrayBuffer>, leastBytes: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, Math.max(leastBytes, 2 * bytes.byteLength)))
  larger.set(bytes)
  return larger
}

async function readWhole(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let read = 0; read < into.byteLength;) {
    const { bytesRead } = await file.read(into, read, into.byteLength - read, position + read)
    if (bytesRead === 0) throw new Error('A file became shorter while it was being sent')
    read += bytesRead
  }
}
