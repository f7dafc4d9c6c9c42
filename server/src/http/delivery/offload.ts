import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OffloadTarget, SentHeaders } from '#storage/storage.ts'

/** Where nginx finds the media folder, for us only: the internal location in deploy/nginx.conf. */
const INTERNAL_LOCATION = '/_media/'

/**
 * Whether somebody else sends the bytes for this request. A host of its own is not requested images, which the
 * browser keeps under our address, and not by scripts, which would need its permission to read what it says.
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

/** Answers with where the bytes are: to nginx, which sends them with our headers, or to the browser, which goes there. */
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
