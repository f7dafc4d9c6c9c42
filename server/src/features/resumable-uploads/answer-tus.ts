/**
 * The adapter to the library of the tus protocol. The library is loaded with the first upload, so that the server
 * starts faster.
 */
import { invalidInput, type Refusal, tooLarge } from '@tonarchiv/contract/refusal'
import {
  TUS_VERSION,
  UPLOAD_MAX_BYTES,
  uploadBroken,
  uploadOnOtherDevice,
  uploadGone,
  uploadLocked,
  UPLOADS_PATH,
  wrongTusVersion,
} from '@tonarchiv/contract/uploads'
import { ERRORS, type Locker, Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '#platform/ids.ts'
import { type BodyChunks, readBodyChunks } from '#http/uploads/body-chunks.ts'
import type { Caller } from '#access/caller.ts'
import { lingerOn } from '#http/uploads/uploads.ts'
import { Refused } from '#platform/refused.ts'
import { TusStore } from './tus-store.ts'
import type { UploadLocks } from './upload-locks.ts'
import type { ResumableUploads } from './uploads-of-account.ts'

const MEGABYTE = 1024 * 1024
const INFO_HEADERS = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-defer-length',
  'upload-concat',
]
const RESPONDED = ['location', 'upload-length', 'upload-offset', 'upload-metadata']

/** The refusals for errors of the library. */
const REFUSALS = new Map<unknown, Refusal>([
  [ERRORS.FILE_NOT_FOUND, uploadGone],
  [ERRORS.FILE_NO_LONGER_EXISTS, uploadGone],
  [ERRORS.INVALID_OFFSET, uploadOnOtherDevice],
  [ERRORS.ERR_LOCK_TIMEOUT, uploadLocked],
  [ERRORS.ABORTED, uploadBroken],
])

interface TusCall {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers one request of the tus protocol.
 * @throws Refused as the contract's routes declare
 */
export async function handleTus(
  uploads: ResumableUploads,
  { caller, request, reply }: TusCall,
): Promise<FastifyReply> {
  const { method, raw } = request
  const body = readBodyChunks(raw)
  const store = new TusStore(uploads, {
    userId: caller.id,
    body,
    requireAccessStill: request.requireAccessStill,
  })
  let failure: unknown
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    datastore: store,
    locker: lockerOver(uploads.locks, body),
    namingFunction: newId,
    onResponseError: (_request, error) => {
      failure = error
      return undefined
    },
  })
  const headers = new Headers()
  for (const name of method === 'PATCH'
    ? [...INFO_HEADERS, 'content-type', 'content-length']
    : INFO_HEADERS) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const response = await server.handleWeb(
    new Request(`http://uploads${request.url}`, {
      method,
      headers,
    }),
  )
  reply.header('tus-resumable', TUS_VERSION)
  if (!response.ok) {
    // A client that is still sending reads the response only after its bytes were accepted.
    lingerOn(raw)
    throw failure === undefined ? refusedByHeaders(response.status) : translated(failure, store)
  }
  if (!raw.complete) lingerOn(raw)
  for (const name of RESPONDED) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  if (store.found !== undefined && method !== 'DELETE')
    reply.header('upload-expires', new Date(store.found.expiresAt).toUTCString())
  return reply.header('cache-control', 'no-store').status(response.status).send()
}

/**
 * Makes locks for the library. When another request needs the upload, the current request stops. The bytes that have
 * arrived are kept.
 */
function lockerOver(locks: UploadLocks, body: BodyChunks): Locker {
  return {
    newLock: (id) => {
      let release: (() => void) | undefined
      return {
        lock: async (signal) => {
          release = await locks.acquire(id, () => body.stop(), signal)
          if (release === undefined) throw ERRORS.ERR_LOCK_TIMEOUT
        },
        unlock: async () => release?.(),
      }
    },
  }
}

/** The refusal for a response without an error: the library has rejected the protocol's headers. */
function refusedByHeaders(status: number): Refused {
  return new Refused(status === 412 ? wrongTusVersion : invalidInput)
}

/** Converts a rejection by the library to a refusal. Faults are returned unchanged. */
function translated(failure: unknown, { found }: TusStore): unknown {
  const refusal = REFUSALS.get(failure)
  if (refusal !== undefined) return new Refused(refusal)
  const status = statusIn(failure)
  if (status === tooLarge.status) {
    const max = found?.sizeBytes ?? UPLOAD_MAX_BYTES.video
    return new Refused(tooLarge, { values: { n: Math.ceil(max / MEGABYTE) } })
  }
  return status === undefined ? failure : new Refused(invalidInput)
}

/** The status that the library would send for an error; undefined for an unknown error. */
function statusIn(failure: unknown): number | undefined {
  const status: unknown =
    typeof failure === 'object' && failure !== null ? Reflect.get(failure, 'status_code') : undefined
  return typeof status === 'number' && status < 500 ? status : undefined
}
