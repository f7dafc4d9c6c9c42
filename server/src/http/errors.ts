import {
  urlTooLong,
  bodyTooLarge,
  conflict,
  diskFull,
  type ErrorBody,
  invalidInput,
  notFound,
  overloaded,
  type Refusal,
  serverFault,
  unsupportedMedia,
} from '@tonarchiv/contract/refusal'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  isDatabaseUnavailable,
  isDatabaseFull,
  isMissingReference,
  isUnstorableText,
} from '#database/faults.ts'
import { DatabaseBusy } from '#database/sqlite-dialect.ts'
import { Refused } from '#platform/refused.ts'
import { isDiskFull } from '#storage/disk/disk-full.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'

/** Converts every thrown error to the JSON error body. Faults are logged; their details are not sent. */
export function handleErrors(server: FastifyInstance): void {
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    return sendRefusal(request, reply, refusedBy(error, request))
  })
  server.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new Refused(notFound)))
}

/** Converts an error to a refusal. Faults are logged. */
export function refusedBy(error: FastifyError, request: FastifyRequest): Refused {
  const refused = error instanceof Refused ? error : translate(error)
  if (refused.refusal.status >= 500) request.log.error({ reqId: request.id, err: error }, 'request failed')
  return refused
}

/** Removes the headers that were set for another response, and sets `Retry-After`. */
export function clearForRefusal(reply: FastifyReply, { details }: Refused): void {
  if (details.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.ceil(details.retryAfterSeconds))
  reply
    .removeHeader('content-disposition')
    .removeHeader('etag')
    .removeHeader('last-modified')
    .header('cache-control', 'no-store')
}

/** Sends a refusal as the response. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refused): FastifyReply {
  clearForRefusal(reply, refused)
  return sendErrorBody(request, reply, refused)
}

/** Sends the JSON error body of our own API. */
export function sendErrorBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { refusal, details, message }: Refused,
): FastifyReply {
  const body: ErrorBody = { error: message, code: refusal.code, requestId: request.id, ...details.bodyFields }
  if (details.fields !== undefined && Object.keys(details.fields).length > 0) body.fields = details.fields
  return reply.status(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

const byStatus: Partial<Record<number, Refusal>> = {
  400: invalidInput,
  404: notFound,
  413: bodyTooLarge,
  414: urlTooLong,
  415: unsupportedMedia,
}

function translate(error: FastifyError): Refused {
  if (error instanceof DatabaseBusy || isDatabaseFull(error) || isDatabaseUnavailable(error))
    return new Refused(overloaded, { retryAfterSeconds: 5 })
  if (error instanceof StorageUnavailable) return new Refused(overloaded, { retryAfterSeconds: 5 })
  if (isDiskFull(error)) return new Refused(diskFull)
  // The row to which the call refers was deleted at the same moment.
  if (isMissingReference(error)) return new Refused(conflict)
  if (isUnstorableText(error)) return new Refused(invalidInput)
  const { statusCode } = error
  const known = statusCode === undefined ? undefined : byStatus[statusCode]
  if (known !== undefined) return new Refused(known)
  return new Refused(
    statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? invalidInput : serverFault,
  )
}
