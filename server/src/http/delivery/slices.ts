import type { IncomingHttpHeaders } from 'node:http'

/**
 * What deploy/nginx.conf says about a request for media: `offered`, nginx can send the response in slices; `slice`,
 * this is the request for one of them. nginx replaces what a client sends under this name.
 */
export const SLICES_HEADER = 'x-media-slices'

/** The size of a slice in deploy/nginx.conf. */
export const SLICE_BYTES = 1024 * 1024

/** Whether nginx fetches a slice of a response that a request of the client has begun. */
export function isSlice(headers: IncomingHttpHeaders): boolean {
  return headers[SLICES_HEADER] === 'slice'
}

/** Whether nginx can send a response in slices. */
export function offersSlices(headers: IncomingHttpHeaders): boolean {
  return headers[SLICES_HEADER] === 'offered'
}

/** Whether a response can have no more bytes than a slice, whichever validator a condition names. */
export function isWithinSlice(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  sizeBytes: number,
): boolean {
  if (method === 'HEAD' || sizeBytes <= SLICE_BYTES) return true
  // With If-Range the whole file may be sent instead.
  if (headers['if-range'] !== undefined) return false
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const length = Number(last) - Number(first) + 1
  return length > 0 && length <= SLICE_BYTES
}
