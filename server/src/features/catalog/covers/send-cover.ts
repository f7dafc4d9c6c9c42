import type { getCover } from '@tonarchiv/contract/catalog'
import type { FastifyReply } from 'fastify'
import type { Call } from '#http/bind.ts'
import { hasKey } from '#access/caller.ts'
import { sendBytes } from '#http/delivery/send-bytes.ts'
import type { Covers } from './covers.ts'

/** Sends a cover; its name changes with the image, so browsers may cache it for ever. */
export async function sendCover(
  covers: Covers,
  { caller, params: { name }, query: { w }, request, reply }: Call<typeof getCover>,
): Promise<FastifyReply> {
  if (!hasKey(caller)) await covers.refuseUnlessInPreview(name)
  const file = await covers.open(name, w, caller)
  return sendBytes(request, reply, {
    file,
    contentType: 'image/webp',
    etag: `"${name}-${w ?? 'whole'}"`,
    cacheControl: 'private, max-age=31536000, immutable',
  })
}
