import type { IncomingHttpHeaders } from 'node:http'

/**
 * The header by which deploy/nginx.conf describes a request for media. `offered` means that nginx can send the response
 * in slices, `slice` that nginx requests one slice. nginx replaces this header if a client sends it.
 */
export const SLICES_HEADER = 'x-media-slices'

/** The size of a slice in bytes, as in deploy/nginx.conf. */
export const SLICE_BYTES = 1024 * 1024

/** Whether nginx requests a slice for an earlier request of the client. */
export function isSlice(headers: IncomingHttpHeaders): boolean {
  return headers[SLICES_HEADER] === 'slice'
}

/** Whether nginx can send a response in slices. */
export function offersSlices(headers: IncomingHttpHeaders): boolean {
  return headers[SLICES_HEADER] === 'offered'
}

/** Whether the response has at most as many bytes as a slice, whether or not a condition in the headers is met. */
export function isWithinSlice(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  sizeBytes: number,
): boolean {
  if (method === 'HEAD' || sizeBytes <= SLICE_BYTES) return true
  // If the condition of If-Range is not met, the whole file is sent.
  if (headers['if-range'] !== undefined) return false
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const length = Number(last) - Number(first) + 1
  return length > 0 && length <= SLICE_BYTES
}
