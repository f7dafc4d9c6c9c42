import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OffloadTarget, SentHeaders, StoredFile } from '#storage/storage.ts'
import { isSlice, isWithinSlice, offersSlices } from './slices.ts'

/** The internal location in deploy/nginx.conf through which nginx reads the media folder. */
const FILES_LOCATION = '/_media/'
/** The internal location that requests the same URL again for each slice. */
const SLICES_LOCATION = '/_slices'

/** The component that sends the bytes of a response in place of this server. */
export type Offload = OffloadTarget | { kind: 'slices' }

/**
 * Decides which component sends the bytes of this response; undefined when this server sends them. This server cannot
 * end a response that nginx has begun. So nginx sends sound and video in slices, and the rights are checked for each
 * slice (docs/security-requirements.md A-09). An nginx that does not support slices sends no sound and no video.
 *
 * The media host does not send images, because the browser caches them under the URL of this server. It does not answer
 * requests of scripts either, because they would need CORS to read its responses.
 */
export function offloadOf(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  { offloadTarget, sizeBytes }: Pick<StoredFile, 'offloadTarget' | 'sizeBytes'>,
  contentType: string,
): Offload | undefined {
  const { method, headers } = request
  const isStream = /^(?:audio|video)\//.test(contentType)
  if (offloadTarget?.kind === 'path') {
    if (!isStream) return offloadTarget
    if (!offersSlices(headers) && !isSlice(headers)) return undefined
    if (isWithinSlice(request, sizeBytes)) return offloadTarget
    return offersSlices(headers) ? { kind: 'slices' } : undefined
  }
  const isByScript = headers['sec-fetch-mode'] === 'cors' || headers['sec-fetch-mode'] === 'same-origin'
  return method === 'GET' && isStream && !isByScript ? offloadTarget : undefined
}

/**
 * Sends a response without a body that names the location of the bytes. nginx then sends the bytes with the headers of
 * this response. A browser is redirected to the location.
 */
export async function sendOffloaded(
  reply: FastifyReply,
  offload: Offload,
  headers: SentHeaders,
): Promise<FastifyReply> {
  if (offload.kind === 'address') {
    const address = await offload.make(headers)
    return reply.header('cache-control', 'no-store').redirect(address, 302)
  }
  // The responses with the slices have all other headers. nginx would add the headers of this response to them.
  if (offload.kind === 'slices')
    return reply.removeHeader('cache-control').header('x-accel-redirect', SLICES_LOCATION).send()
  return reply
    .headers({
      'x-accel-redirect': FILES_LOCATION + offload.path,
      'content-type': headers.contentType,
      'cache-control': headers.cacheControl,
      ...(headers.disposition !== undefined && { 'content-disposition': headers.disposition }),
    })
    .send()
}
