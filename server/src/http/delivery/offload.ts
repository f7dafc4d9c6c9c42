import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OffloadTarget, SentHeaders } from '#storage/storage.ts'

/** The internal location in deploy/nginx.conf through which nginx reads the media folder. */
const INTERNAL_LOCATION = '/_media/'

/**
 * Whether nginx or the media host sends the bytes for this request. The media host does not send images,
 * which the browser caches under our address, and does not serve requests of scripts, which would need CORS
 * to read its responses.
 */
export function isOffloaded(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  offloadTarget: OffloadTarget | undefined,
  contentType: string,
): offloadTarget is OffloadTarget {
  if (offloadTarget === undefined) return false
  if (offloadTarget.kind === 'path') return true
  const isByScript = headers['sec-fetch-mode'] === 'cors' || headers['sec-fetch-mode'] === 'same-origin'
  return method === 'GET' && /^(?:audio|video)\//.test(contentType) && !isByScript
}

/**
 * Answers with the location of the bytes: to nginx, which sends them with our headers, or to the browser,
 * which is redirected there.
 */
export async function offload(
  reply: FastifyReply,
  offloadTarget: OffloadTarget,
  headers: SentHeaders,
): Promise<FastifyReply> {
  if (offloadTarget.kind === 'address') {
    const address = await offloadTarget.make(headers)
    return reply.header('cache-control', 'no-store').redirect(address, 302)
  }
  return reply
    .headers({
      'x-accel-redirect': INTERNAL_LOCATION + offloadTarget.path,
      'content-type': headers.contentType,
      'cache-control': headers.cacheControl,
      ...(headers.disposition !== undefined && { 'content-disposition': headers.disposition }),
    })
    .send()
}
