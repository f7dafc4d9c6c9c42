import type { IncomingHttpHeaders } from 'node:http'

/**
 * The header with which deploy/nginx.conf describes a request for media. `offered`: nginx can send the response in
 * slices. `slice`: this is the request for one slice. nginx replaces this header if a client sends it.
 */
export const SLICES_HEADER = 'x-media-slices'

/** The size of a slice in deploy/nginx.conf. */
export const SLICE_BYTES = 1024 * 1024

/** Whether nginx requests a slice of a response to an earlier request of the client. */
export function isSlice(headers: IncomingHttpHeaders): boolean {
  return headers[SLICES_HEADER] === 'slice'
}

/** Whether nginx can send a response in slices. */
export function offersSlices(headers: IncomingHttpHeaders): boolean {
  return headers[SLICES_HEADER] === 'offered'
}

/** Whether a response has at most the bytes of a slice, whatever validator a condition names. */
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
