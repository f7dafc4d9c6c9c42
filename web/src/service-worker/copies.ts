import { createPartialResponse } from 'workbox-range-requests'
import { parseCopyAddress } from '../client/copies/copy-address.ts'
import { readAccount, readFileRecord } from '../client/copies/copy-records.ts'
import { openCopy } from '../client/copies/copy-files.ts'
import { lockedSince } from '../client/copies/lock.ts'

export function isForCopies(url: URL): boolean {
  return parseCopyAddress(url) !== undefined
}

const refused = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } })

/**
 * Sends the copy of a file, completely or as the requested range. Status 404: there is no such copy. 403: the copies
 * are locked.
 */
export async function answerFromCopies(request: Request, url: URL): Promise<Response> {
  const address = parseCopyAddress(url)
  const account = address && (await readAccount())
  if (!account) return refused(404)
  if (lockedSince(account, Date.now()) !== undefined) return refused(403)
  const record = await readFileRecord(address.version)
  const file = record?.isComplete === true ? await openCopy(account.userId, address.version) : undefined
  if (!record || file?.size !== record.sizeBytes) return refused(404)
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-length': String(file.size),
    'content-type': record.mimeType,
    etag: `"${record.version}"`,
  }
  const whole = new Response(file, { headers })
  return request.headers.has('range') ? createPartialResponse(request, whole) : whole
}
