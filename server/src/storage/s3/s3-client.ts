import { createS3Transport, type S3Response, type S3Call, signedUrl } from './s3-request.ts'
import type { S3Settings } from '../storage-choice.ts'
import { blocksOf, valueOf } from './s3-xml.ts'

/** Timeout for completing an upload. The store then assembles the parts, which may take longer than other calls. */
const COMPLETE_TIMEOUT_MS = 8000
/**
 * Timeout for a removal. It is shorter, because a removal often follows a failure that has already delayed the caller.
 */
const REMOVE_TIMEOUT_MS = 3000

/** The error when the store rejects a call for a reason that a retry does not change. */
export class S3Refused extends Error {
  /** An error code such as NoSuchBucket or AccessDenied. */
  readonly code: string

  constructor(what: string, { status, body }: S3Response) {
    const code = valueOf(body.toString(), 'Code') ?? String(status)
    super(`The media storage refused to ${what}: ${code}`)
    this.name = 'S3Refused'
    this.code = code
  }
}

export interface S3Object {
  key: string
  sizeBytes: number
  modifiedAt: Date
  /** The ETag of the object, which changes with every write. */
  tag: string
}

/** A multipart upload in progress. Its object is not visible before the upload is complete. */
export interface OpenUpload {
  key: string
  uploadId: string
  startedAt: Date
}

/** The S3 calls that the storage uses. Each may throw StorageUnavailable or S3Refused. */
export interface S3Client {
  /** Size and time of an object; undefined when there is no such object. */
  head(key: string): Promise<Pick<S3Object, 'sizeBytes' | 'modifiedAt'> | undefined>
  /**
   * Reads from an offset into the buffer.
   * @returns the number of bytes that were read; undefined when the object does not exist
   */
  read(key: string, into: Uint8Array, position: number): Promise<number | undefined>
  put(key: string, bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<void>
  /** @returns the id of the upload */
  createMultipartUpload(key: string, signal?: AbortSignal): Promise<string>
  /**
   * Uploads a part. `number` counts from 1.
   * @returns the ETag of the part, which is needed to complete the upload
   */
  uploadPart(
    upload: { key: string; uploadId: string; number: number },
    bytes: Uint8Array<ArrayBuffer>,
    signal?: AbortSignal,
  ): Promise<string>
  completeMultipartUpload(upload: { key: string; uploadId: string }, tags: readonly string[]): Promise<void>
  abortMultipartUpload(upload: { key: string; uploadId: string }): Promise<void>
  list(prefix: string): AsyncIterable<S3Object>
  /** The multipart uploads in progress. Empty when the store does not support listing them. */
  openUploads(): AsyncIterable<OpenUpload>
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>
  /** A signed URL for a browser, which is valid for `seconds`. See `signedUrl`. */
  urlFor(key: string, options: { seconds: number; query: Record<string, string> }): Promise<string>
  close(): void
}

export function s3Client(settings: S3Settings): S3Client {
  const transport = createS3Transport(settings)
  const calls = checkedCalls(transport)
  return {
    ...objectCalls(calls),
    ...multipartCalls(transport, calls),
    list: async function* (prefix) {
      for await (const page of listPages(calls, { 'list-type': '2', prefix })) {
        for (const block of blocksOf(page, 'Contents')) yield objectIn(block)
      }
    },
    urlFor: (key, options) => signedUrl(settings, key, options),
    close: () => transport.close(),
  }
}

type Transport = ReturnType<typeof createS3Transport>
type CheckedCalls = ReturnType<typeof checkedCalls>

/**
 * The calls of the store. They throw S3Refused for any response that is neither a success nor reports a missing object.
 */
function checkedCalls(transport: Transport) {
  return {
    send: async (what: string, call: S3Call): Promise<S3Response> => {
      const answer = await transport.send(call)
      if (answer.status < 200 || answer.status > 299) throw new S3Refused(what, answer)
      return answer
    },
    sendOrMiss: async (what: string, call: S3Call): Promise<S3Response | undefined> => {
      const answer = await transport.send(call)
      if (answer.status === 404 && !isBucketMissing(answer)) return undefined
      if (answer.status < 200 || answer.status > 299) throw new S3Refused(what, answer)
      return answer
    },
  }
}

function objectCalls({ send, sendOrMiss }: CheckedCalls): Pick<S3Client, 'head' | 'read' | 'put' | 'remove'> {
  return {
    head: async (key) => {
      const answer = await sendOrMiss('look at a file', { method: 'HEAD', key })
      return (
        answer && {
          sizeBytes: Number(answer.headers['content-length']),
          modifiedAt: new Date(answer.headers['last-modified'] ?? 0),
        }
      )
    },
    read: async (key, into, position) => {
      const range = `bytes=${position}-${position + into.byteLength - 1}`
      return (await sendOrMiss('give a file', { method: 'GET', key, headers: { range }, into }))?.body.length
    },
    put: async (key, body, signal) => {
      await send('keep a file', { method: 'PUT', key, body, signal })
    },
    remove: async (key) => {
      await sendOrMiss('remove a file', { method: 'DELETE', key, timeoutMs: REMOVE_TIMEOUT_MS })
    },
  }
}

type MultipartCalls = Pick<
  S3Client,
  'createMultipartUpload' | 'uploadPart' | 'completeMultipartUpload' | 'abortMultipartUpload' | 'openUploads'
>

function multipartCalls(transport: Transport, { send, sendOrMiss }: CheckedCalls): MultipartCalls {
  return {
    createMultipartUpload: async (key, signal) => {
      const answer = await send('begin a file', { method: 'POST', key, query: { uploads: '' }, signal })
      const uploadId = valueOf(answer.body.toString(), 'UploadId')
      if (uploadId === undefined) throw new S3Refused('name an upload', answer)
      return uploadId
    },
    uploadPart: async ({ key, uploadId, number }, body, signal) => {
      const query = { partNumber: String(number), uploadId }
      const answer = await send('keep a part', { method: 'PUT', key, query, body, signal })
      const { etag } = answer.headers
      if (etag === undefined) throw new S3Refused('name a part', answer)
      return etag
    },
    completeMultipartUpload: async ({ key, uploadId }, tags) => {
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      )
      const answer = await transport.send({
        method: 'POST',
        key,
        query: { uploadId },
        headers: { 'content-type': 'application/xml' },
        body: Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
        timeoutMs: COMPLETE_TIMEOUT_MS,
      })
      // The response may contain an error although its status is 200, because the store sends the status before it has
      // done the work.
      if (answer.status !== 200 || answer.body.includes('<Error>')) throw new S3Refused('end a file', answer)
    },
    abortMultipartUpload: async ({ key, uploadId }) => {
      await sendOrMiss('give a file up', { method: 'DELETE', key, query: { uploadId } })
    },
    openUploads: async function* () {
      const answer = await transport.send({ method: 'GET', query: { uploads: '' } })
      if (answer.status === 501) return
      if (answer.status !== 200) throw new S3Refused('list uploads', answer)
      for (const block of blocksOf(answer.body.toString(), 'Upload')) {
        yield {
          key: valueOf(block, 'Key') ?? '',
          uploadId: valueOf(block, 'UploadId') ?? '',
          startedAt: new Date(valueOf(block, 'Initiated') ?? 0),
        }
      }
    },
  }
}

/** The pages of a list. The store splits long lists into pages. */
async function* listPages({ send }: CheckedCalls, query: Record<string, string>): AsyncGenerator<string> {
  let token: string | undefined
  do {
    const more = token === undefined ? query : { ...query, 'continuation-token': token }
    const timeoutMs = REMOVE_TIMEOUT_MS
    const page = (await send('list files', { method: 'GET', query: more, timeoutMs })).body.toString()
    yield page
    token = valueOf(page, 'IsTruncated') === 'true' ? valueOf(page, 'NextContinuationToken') : undefined
  } while (token !== undefined)
}

function objectIn(block: string): S3Object {
  return {
    key: valueOf(block, 'Key') ?? '',
    sizeBytes: Number(valueOf(block, 'Size')),
    modifiedAt: new Date(valueOf(block, 'LastModified') ?? 0),
    tag: (valueOf(block, 'ETag') ?? '').replaceAll('"', ''),
  }
}

/**
 * Whether a response says that the bucket is missing. The response to a HEAD does not say so, because it has no body.
 */
function isBucketMissing({ body }: S3Response): boolean {
  return body.includes('<Code>NoSuchBucket</Code>')
}
