import { makeZip, predictLength } from 'client-zip'
import type { FastifyReply } from 'fastify'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { StoredFile } from '#storage/storage.ts'
import { userContentHeaders } from '../pages/page-headers.ts'
import { cutOffWhenIdle, responseHeaders } from './send-bytes.ts'

/**
 * Number of bytes that are read, checksummed and written in one step. Their checksum takes a fraction of a millisecond.
 */
const CHUNK_BYTES = 64 * 1024

/** A file in a ZIP. */
export interface ZipEntry {
  /**
   * The path of the file in the ZIP, with slashes. It must be unique. It is not checked, so never use a client's text
   * unchanged.
   */
  path: string
  modifiedAt: Date
  /** The content: a text, or a stored file. A stored file is closed after it was read. */
  content: string | StoredFile
}

/** The size in bytes of a ZIP with these files. Undefined when the size of one of them is unknown. */
export function zipSize(files: readonly { path: string; sizeBytes: number | null }[]): number | undefined {
  const known = files.flatMap(({ path, sizeBytes }) =>
    sizeBytes === null ? [] : { name: path, size: sizeBytes },
  )
  return known.length === files.length ? Number(predictLength(known)) : undefined
}

interface Zip {
  /** Value of `Content-Disposition`. */
  disposition: string
  /**
   * The size of the ZIP in bytes, if it is known. With it the client can show the progress and notice an incomplete
   * file.
   */
  sizeBytes?: number | undefined
  entries: AsyncGenerator<ZipEntry>
}

/**
 * Sends files as a ZIP without compression while they are read. Nothing is collected in memory or on disk. The next
 * entry is requested when the previous one was sent.
 * @returns whether the client has received the whole ZIP
 */
export async function sendZip(
  reply: FastifyReply,
  { disposition, sizeBytes, entries }: Zip,
): Promise<boolean> {
  // The first entry is read before the response begins, so that a failure is answered with an error.
  const first = await entries.next()
  // A protocol that pages of other sites may use (OpenSubsonic) has already set this header.
  const crossOrigin = reply.getHeader('cross-origin-resource-policy')
  reply.headers({
    ...userContentHeaders,
    ...(crossOrigin !== undefined && { 'cross-origin-resource-policy': crossOrigin }),
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-disposition': disposition,
    ...(sizeBytes !== undefined && { 'content-length': sizeBytes }),
  })
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, responseHeaders(reply))
  const reader = makeZip(inputsOf(first, entries)).getReader()
  const timeout = cutOffWhenIdle(response)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (response.destroyed) return false
      if (done) break
      timeout.renew()
      if (!response.write(value) && !(await isDrained(response))) return false
    }
    return await isFinished(response)
  } catch (error) {
    // Once the response has begun, the only way to report an error is to close the connection.
    response.destroy()
    throw error
  } finally {
    // Ends the generators below. They close the file that is being read.
    await reader.cancel().catch(() => {})
    await entries.return(undefined)
  }
}

async function* inputsOf(first: IteratorResult<ZipEntry, unknown>, others: AsyncGenerator<ZipEntry>) {
  for (let next = first; next.done !== true; next = await others.next()) {
    const { path, modifiedAt, content } = next.value
    if (typeof content === 'string') {
      yield { name: path, lastModified: modifiedAt, input: content }
      continue
    }
    try {
      yield { name: path, lastModified: modifiedAt, input: chunksOf(content) }
    } finally {
      content.close()
    }
  }
}

async function* chunksOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  const { sizeBytes } = file
  for (let position = 0; position < sizeBytes;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, sizeBytes - position))
    const length = await file.read(chunk, position)
    if (length === 0) throw new Error('A stored file is shorter than it was')
    yield chunk.subarray(0, length)
    position += length
  }
}

/**
 * Waits until the client has read further. Resolves with true then, and with false when the client has disconnected.
 */
async function isDrained(response: ServerResponse): Promise<boolean> {
  const gone = new AbortController()
  const onClose = () => gone.abort()
  response.once('close', onClose)
  try {
    if (response.destroyed) return false
    await once(response, 'drain', { signal: gone.signal })
    return true
  } catch {
    return false
  } finally {
    response.off('close', onClose)
  }
}

/**
 * Ends the response. Resolves with true when the kernel has taken all bytes, and with false when the client has
 * disconnected.
 */
async function isFinished(response: ServerResponse): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  response.once('close', () => resolve(response.writableFinished))
  response.end(() => resolve(true))
  return promise
}
