import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { bodyTooLarge, diskFull, invalidInput, tooLarge } from '@tonarchiv/contract/refusal'
import { uploadBroken, uploadIdOf } from '@tonarchiv/contract/uploads'
import type { FastifyRequest } from 'fastify'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { isDiskFull } from '#storage/disk/disk-full.ts'
import type { Storable, StagedFile, Storage } from '#storage/storage.ts'
import { Refused } from '#platform/refused.ts'
import { concurrencyLimit } from '#rate-limits/concurrency-limit.ts'
import type { Services } from '#services.ts'
import { detachBuffer } from './body-chunks.ts'
import { monitorUploadRate } from './upload-rate-monitor.ts'

/** Maximum numbers of files and fields in a form. See docs/security-requirements.md U-02. */
const FILES_MAX = 201
const FIELDS_MAX = 620
const NAME_MAX_BYTES = 255
const FIELD_MAX_BYTES = 1024 * 1024
const FIELDS_MAX_BYTES = 2 * 1024 * 1024
const AT_ONCE_PER_USER = 2
const RETRY_AFTER_SECONDS = 30
/** How long the bytes of a rejected client are still read, so that the client can read the response. */
const LINGER_MS = 5000
const MEGABYTE = 1024 * 1024
/** Number of bytes of a body after which the free disk space is checked again. */
const SPACE_STEP_BYTES = 16 * MEGABYTE

/** Limits of one kind of form. */
export interface FormLimits {
  /**
   * Maximum size in bytes of the file in this field. Undefined when no file is expected there; a file is then skipped.
   */
  fileMaxBytes: (name: string) => number | undefined
  /** Maximum size of the whole body in bytes. */
  maxBytes: number
  /**
   * Checks a file as soon as it has arrived. `fields` are those that came before it.
   * @throws Refused
   */
  checkFile?: (name: string, file: ArrivedFile, fields: ReadonlyMap<string, string>) => Promise<void>
}

/** A file that has arrived completely and is not stored yet. */
export interface ArrivedFile {
  /** The path of the staged file, for libraries that need a file, such as those for tags and images. */
  path: string
  sizeBytes: number
  /** The file as it is passed to the storage. */
  item: Storable
}

/**
 * A multipart body that has arrived completely, with its fields and files. A file was sent with the body, or a field
 * references an earlier upload.
 */
export interface Form {
  fields: ReadonlyMap<string, string>
  files: ReadonlyMap<string, ArrivedFile>
}

/** An upload that arrived before the form. No other call uses it until it is released. */
export interface ReferredFile {
  path: string
  sizeBytes: number
  /**
   * Ends the use of the upload. If `isUsed` is true, it can be deleted. Otherwise it stays available for another form.
   */
  release(isUsed: boolean): Promise<void>
}

/**
 * Finds the upload that a form field references. The feature of resumable uploads provides this function.
 * @throws Refused `uploadGone`, `uploadUnfinished`
 */
export type FindReferred = (userId: string, uploadId: string) => Promise<ReferredFile>

export interface Uploads {
  /**
   * Receives a form. Calls `act` with it if the caller still has access. Staged files are removed in every case.
   * @throws Refused `tooLarge`, `bodyTooLarge`, `uploadBroken`, `invalidInput`, `diskFull`, `rateLimited`, and the
   * refusals of the gate
   */
  receive<T>(request: FastifyRequest, limits: FormLimits, act: (form: Form) => Promise<T>): Promise<T>
}

/**
 * Receives uploads. Files are staged while their bytes are counted. An account can send at most two forms at a time.
 * With `findReferred` a field may reference an upload that has already arrived, in place of a file.
 */
export function receiveUploads(
  { storage, config }: Pick<Services, 'storage' | 'config'>,
  findReferred?: FindReferred,
): Uploads {
  const running = concurrencyLimit(AT_ONCE_PER_USER, RETRY_AFTER_SECONDS)

  return {
    receive: async (request, limits, act) => {
      const who = request.caller?.id ?? request.ip
      const leave = running.enter(who)
      const form: ArrivingForm = { fields: new Map(), files: new Map(), staged: [], referred: [] }
      let isUsed = false
      try {
        const space = { storage, reservedBytes: config.reservedDiskBytes }
        await refuseWithoutSpace(request, limits, space)
        await readForm(request, limits, space, form)
        if (findReferred !== undefined) await useReferredUpload(findReferred, who, limits, form)
        await request.requireAccessStill()
        const result = await act(form)
        isUsed = true
        return result
      } catch (error) {
        lingerOn(request.raw)
        throw isDiskFull(error) ? new Refused(diskFull) : error
      } finally {
        await Promise.all(form.staged.map((file) => file.discard()))
        await Promise.all(form.referred.map((file) => file.release(isUsed)))
        leave()
      }
    },
  }
}

/** The storage in which files are staged, and the disk space that must stay free. */
interface Space {
  storage: Storage
  reservedBytes: number
}

/**
 * Checks the declared size before a byte of the body is read. It must be allowed, and twice the size must fit on the
 * disk besides the reserved space.
 */
async function refuseWithoutSpace(
  request: FastifyRequest,
  { maxBytes }: FormLimits,
  { storage, reservedBytes }: Space,
): Promise<void> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxBytes) throw refusedAsTooLarge(maxBytes)
  if ((await storage.freeBytes()) < 2 * announced + reservedBytes) throw new Refused(diskFull)
}

interface ArrivingForm {
  fields: Map<string, string>
  files: Map<string, ArrivedFile>
  staged: StagedFile[]
  referred: ReferredFile[]
}

/**
 * Uses the uploads that the form references as files, by the fields that name them. The limits and checks are those of
 * files in the form.
 */
async function useReferredUpload(
  findReferred: FindReferred,
  userId: string,
  { fileMaxBytes, maxBytes, checkFile }: FormLimits,
  { fields, files, referred }: ArrivingForm,
): Promise<void> {
  let total = [...files.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  for (const [name, value] of fields) {
    const id = uploadIdOf(value)
    const fileMax = fileMaxBytes(name)
    if (id === undefined || fileMax === undefined) continue
    if (files.has(name)) throw new Refused(invalidInput)
    const found = await findReferred(userId, id)
    referred.push(found)
    const { path, sizeBytes } = found
    total += sizeBytes
    if (sizeBytes > fileMax) throw refusedAsTooLarge(fileMax, name)
    if (total > maxBytes) throw refusedAsTooLarge(maxBytes)
    // The upload is stored as a hard link, so that it stays available for another attempt if this one fails.
    const file: ArrivedFile = { path, sizeBytes, item: { from: 'path', path, link: true, isRead: true } }
    files.set(name, file)
    await checkFile?.(name, file, fields)
  }
}

async function readForm(
  request: FastifyRequest,
  limits: FormLimits,
  { storage, reservedBytes }: Space,
  form: ArrivingForm,
): Promise<void> {
  const parser = newParser(request)
  const failure = Promise.withResolvers<never>()
  // Later code awaits this promise. Until then, this handler prevents an unhandled rejection.
  failure.promise.catch(() => {})
  const fail = (error: unknown) => failure.reject(error)
  const rateMonitor = monitorUploadRate(() => fail(new Refused(uploadBroken)))
  const over = new AbortController()

  let fieldBytes = 0
  /** Resolves when the files so far were received. Files are received one after the other, in the order of the form. */
  let receiving: Promise<unknown> = Promise.resolve()
  parser.on('field', (name, value, nameIsCut, valueIsCut) => {
    fieldBytes += Buffer.byteLength(value)
    if (valueIsCut || fieldBytes > FIELDS_MAX_BYTES) return fail(new Refused(bodyTooLarge))
    if (nameIsCut || form.fields.has(name)) return fail(new Refused(invalidInput))
    form.fields.set(name, value)
  })
  parser.on('file', (name, stream, fileName) => {
    over.signal.addEventListener('abort', () => stream.destroy())
    stream.on('error', fail)
    const part = { name, fileName: fileName ?? '', stream }
    receiving = receiving.then(() => receiveFile(part, limits, storage, form, over.signal)).catch(fail)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => fail(new Refused(bodyTooLarge)))
  }
  parser.on('error', () => fail(new Refused(uploadBroken)))

  try {
    await Promise.race([feed(), failure.promise])
    await Promise.race([receiving, failure.promise])
  } finally {
    rateMonitor.stop()
    over.abort()
    parser.destroy()
  }

  async function feed(): Promise<void> {
    let total = 0
    let nextLookAt = SPACE_STEP_BYTES
    try {
      for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
        if (over.signal.aborted) return
        if (!(chunk instanceof Buffer)) throw new TypeError('A body of text')
        total += chunk.length
        if (total > limits.maxBytes) throw refusedAsTooLarge(limits.maxBytes)
        // The space is checked again, because a body may declare no length, and other uploads fill the disk at the same
        // time.
        if (total >= nextLookAt) {
          nextLookAt = total + SPACE_STEP_BYTES
          if ((await storage.freeBytes()) < reservedBytes) throw new Refused(diskFull)
        }
        rateMonitor.count(chunk.length)
        if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failure.promise])
      }
    } catch (error) {
      throw isHangUp(error) ? new Refused(uploadBroken) : error
    }
    const finished = once(parser, 'finish')
    parser.end()
    await finished
  }
}

function newParser(request: FastifyRequest) {
  const { headers } = request
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fieldNameSize: NAME_MAX_BYTES,
        fieldSize: FIELD_MAX_BYTES,
        files: FILES_MAX,
        fields: FIELDS_MAX,
        headerPairs: 20,
        headerSize: 4096,
      },
    })
  } catch {
    // The content type is multipart but has no boundary.
    throw new Refused(invalidInput)
  }
}

interface FilePart {
  name: string
  /** The file name that the client sent; empty for a file input without a file. */
  fileName: string
  stream: BusboyFileStream
}

async function receiveFile(
  { name, fileName, stream }: FilePart,
  { fileMaxBytes, checkFile }: FormLimits,
  storage: Storage,
  form: ArrivingForm,
  over: AbortSignal,
): Promise<void> {
  const maxBytes = fileMaxBytes(name)
  if (form.files.has(name)) throw new Refused(invalidInput)
  if (Buffer.byteLength(fileName) > NAME_MAX_BYTES) throw new Refused(bodyTooLarge)
  if (maxBytes === undefined) {
    stream.resume()
    await once(stream, 'end')
    return
  }
  const file = await storage.stage()
  // If the form was aborted in the meantime, nothing else removes this file.
  if (over.aborted) return file.discard()
  form.staged.push(file)
  for await (const chunk of stream) {
    if (!(chunk instanceof Buffer)) throw new TypeError('A file of text')
    if (file.sizeBytes + chunk.length > maxBytes) throw refusedAsTooLarge(maxBytes, name)
    await file.write(chunk)
    detachBuffer(chunk)
  }
  await file.finish()
  if (file.sizeBytes === 0 && fileName === '') return
  const { path, sizeBytes } = file
  const arrived: ArrivedFile = { path, sizeBytes, item: { from: 'stage', file } }
  form.files.set(name, arrived)
  await checkFile?.(name, arrived, form.fields)
}

function refusedAsTooLarge(maxBytes: number, field?: string): Refused {
  const n = Math.floor(maxBytes / MEGABYTE)
  const refused = new Refused(tooLarge, { values: { n } })
  return field === undefined
    ? refused
    : new Refused(tooLarge, { values: { n }, fields: { [field]: refused.message } })
}

function isHangUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

/**
 * Reads and drops the bytes of a rejected client for a while. A client that is still sending reads the response only
 * after its bytes were accepted.
 */
export function lingerOn(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return
  body.resume()
  const timer = setTimeout(() => {
    if (!body.complete) body.destroy()
  }, LINGER_MS).unref()
  body.once('close', () => clearTimeout(timer))
}
