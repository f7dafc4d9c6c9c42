import type { Readable } from 'node:stream'
import { invalidInput } from '@tonarchiv/contract/refusal'
import { UPLOAD_PIECE_BYTES, UploadKind } from '@tonarchiv/contract/uploads'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { BodyCutOff, type BodyPieces, giveBackMemory } from '#http/uploads/body-pieces.ts'
import { watchPace } from '#http/uploads/upload-pace.ts'
import { Refused } from '#platform/refused.ts'
import type { FoundUpload, ResumableUploads } from './uploads-of-account.ts'

/** As browsers shorten it, too. */
const FILE_NAME_MAX_LENGTH = 255

interface Asking {
  userId: string
  body: BodyPieces
  /** @throws Refused as at the gate */
  requireAccessStill: () => Promise<void>
}

/** Where the protocol's library finds and keeps the uploads of whoever asks. Made for one request. */
export class TusStore extends DataStore {
  override readonly extensions = ['creation', 'termination']
  /** The upload that the request was about, as it stood when it was found last. */
  found: FoundUpload | undefined
  readonly #uploads: ResumableUploads
  readonly #asking: Asking

  constructor(uploads: ResumableUploads, asking: Asking) {
    super()
    this.#uploads = uploads
    this.#asking = asking
  }

  override async create(upload: Upload): Promise<Upload> {
    const kind = UploadKind.safeParse(upload.metadata?.['kind'])
    if (!kind.success || upload.size === undefined) throw new Refused(invalidInput)
    const fileName = (upload.metadata?.['filename'] ?? '').slice(0, FILE_NAME_MAX_LENGTH)
    const { userId } = this.#asking
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
   * Whatever has come stays, also when the line drops in the middle. The bytes go past the library, whose streams cost
   * more than writing them does; it gives an empty one.
   */
  override async write(_stream: Readable, id: string, offset: number): Promise<number> {
    const { body, requireAccessStill } = this.#asking
    const announced = this.found?.sizeBytes ?? 0
    const file = await this.#uploads.files.continue(id, offset)
    const pace = watchPace(() => body.stop())
    let arrived = offset
    let nextLookAt = offset + UPLOAD_PIECE_BYTES
    try {
      for (let pieces = await body.next(); pieces !== undefined; pieces = await body.next()) {
        const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
        if (arrived + bytes > announced) throw ERRORS.ERR_SIZE_EXCEEDED
        await file.write(pieces)
        for (const piece of pieces) giveBackMemory(piece)
        arrived += bytes
        pace.count(bytes)
        if (arrived < nextLookAt) continue
        nextLookAt = arrived + UPLOAD_PIECE_BYTES
        await this.#uploads.refuseWithoutSpace()
        await requireAccessStill()
      }
    } catch (error) {
      throw error instanceof BodyCutOff ? ERRORS.ABORTED : error
    } finally {
      pace.stop()
      await file.close()
      const expiresAt = await this.#uploads.prolong(id)
      if (this.found !== undefined) this.found = { ...this.found, expiresAt }
    }
    await requireAccessStill()
    return arrived
  }

  async #find(id: string): Promise<FoundUpload> {
    this.found = await this.#uploads.find(this.#asking.userId, id)
    return this.found
  }
}
