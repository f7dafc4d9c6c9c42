import { CHUNK_TYPE } from '@tonarchiv/contract/uploads'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'

/**
 * Maximum time in seconds for a body to arrive. Uploads have their own rate limit instead. See
 * docs/security-requirements.md I-04.
 */
export const BODY_WITHIN_SECONDS = 15

/**
 * Disconnects clients that send their body too slowly, because each of them holds a connection. This includes clients
 * that were rejected before their body was read. Once a request has arrived, its response may take any time.
 */
export function cutSlowBodies(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && !isUpload(headers['content-type'])) cutUnlessComplete(raw)
    done()
  })
  server.addHook('onResponse', ({ raw, headers }, _reply, done) => {
    if (isUpload(headers['content-type']) && !raw.complete && !raw.destroyed) cutUnlessComplete(raw)
    done()
  })
}

function isUpload(type: string | undefined): boolean {
  return type?.startsWith('multipart/') === true || type === CHUNK_TYPE
}

function cutUnlessComplete(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, BODY_WITHIN_SECONDS * 1000).unref()
  request.once('close', () => clearTimeout(timer))
}
