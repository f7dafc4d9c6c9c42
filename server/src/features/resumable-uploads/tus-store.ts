import type { Readable } from 'node:stream'
import { invalidInput } from '@tonarchiv/contract/refusal'
import { UPLOAD_CHUNK_BYTES, UploadKind } from '@tonarchiv/contract/uploads'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { BodyAborted, type BodyChunks, detachBuffer } from '#http/uploads/body-chunks.ts'
import { monitorUploadRate } from '#http/uploads/upload-rate-monitor.ts'
import { Refused } from '#platform/refused.ts'
import type { FoundUpload, ResumableUploads } from './uploads-of-account.ts'

/** Maximum length of a file name. Browsers shorten names to the same length. */
const FILE_NAME_MAX_LENGTH = 255

interface TusRequest {
  userId: string
  body: BodyChunks
  /**
   * Checks again that the caller has access.
   * @throws Refused with the refusals of the check before the request
   */
  requireAccessStill: () => Promise<void>
}

/** The storage that the tus library uses. An object serves one account and one request. */
export class TusStore extends DataStore {
  override readonly extensions = ['creation', 'termination']
  /** The upload of this request in the state in which it was last read. */
  found: FoundUpload | undefined
  readonly #uploads: ResumableUploads
  readonly #tusRequest: TusRequest

  constructor(uploads: ResumableUploads, tusRequest: TusRequest) {
    super()
    this.#uploads = uploads
    this.#tusRequest = tusRequest
  }

  override async create(upload: Upload): Promise<Upload> {
    const kind = UploadKind.safeParse(upload.metadata?.['kind'])
    if (!kind.success || upload.size === undefined) throw new Refused(invalidInput)
    const fileName = (upload.metadata?.['filename'] ?? '').slice(0, FILE_NAME_MAX_LENGTH)
    const { userId } = this.#tusRequest
    await this.#uploads.create(userId, {
      id: upload.id,
      kind: kind.data,
      fileName: fileName.replaceAll(/\p{Cc}/gu, ''),
      sizeBytes: upload.size,
    })
    await this.#find(upload.id)
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { arrivedBytes, sizeBytes, kind, fileName } = await this.#find(id)
    return new Upload({
      id,
      size: sizeBytes,
      offset: arrivedBytes,
      metadata: { kind, ...(fileName !== '' && { filename: fileName }) },
    })
  }

  override async remove(id: string): Promise<void> {
    await this.#find(id)
    await this.#uploads.remove(id)
  }

  /**
   * Writes the bytes of the request. Bytes that have arrived are kept, even when the connection is lost. The bytes are
   * not read from `_stream`, which is empty, because the streams of the library cost more than the writing.
   */
  override async write(_stream: Readable, id: string, offset: number): Promise<number> {
    const { body, requireAccessStill } = this.#tusRequest
    const announced = this.found?.sizeBytes ?? 0
    const file = await this.#uploads.files.continue(id, offset)
    const rateMonitor = monitorUploadRate(() => body.stop())
    let arrived = offset
    let nextLookAt = offset + UPLOAD_CHUNK_BYTES
    try {
      for (let chunks = await body.next(); chunks !== undefined; chunks = await body.next()) {
        const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
        if (arrived + bytes > announced) throw ERRORS.ERR_SIZE_EXCEEDED
        await file.write(chunks)
        for (const chunk of chunks) detachBuffer(chunk)
        arrived += bytes
        rateMonitor.count(bytes)
        if (arrived < nextLookAt) continue
        nextLookAt = arrived + UPLOAD_CHUNK_BYTES
        await this.#uploads.refuseWithoutSpace()
        await requireAccessStill()
      }
    } catch (error) {
      throw error instanceof BodyAborted ? ERRORS.ABORTED : error
    } finally {
      rateMonitor.stop()
      await file.close()
      const expiresAt = await this.#uploads.prolong(id)
      if (this.found !== undefined) this.found = { ...this.found, expiresAt }
    }
    await requireAccessStill()
    return arrived
  }

  async #find(id: string): Promise<FoundUpload> {
    this.found = await this.#uploads.find(this.#tusRequest.userId, id)
    return this.found
  }
}
