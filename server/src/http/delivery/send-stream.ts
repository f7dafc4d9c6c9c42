import type { Refusal } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import type { Storage } from '#storage/storage.ts'
import type { Caller } from '#access/caller.ts'
import type { RunningStreams } from './running-streams.ts'
import { sendBytes } from './send-bytes.ts'

interface Stream {
  /** What is sent, and by what it is cut off when the file goes. */
  storageName: string
  contentType: string
  /** Said when the file is not there. */
  missing: Refusal
  /** How a browser is to keep it, where it is not to be played. */
  disposition?: string | undefined
}

/** Sends a file that is listened to or watched: counted, and cut off when it or the right to it ends. */
export async function sendStream(
  streams: RunningStreams,
  storage: Pick<Storage, 'open'>,
  { caller, request, reply }: { caller: Caller; request: FastifyRequest; reply: FastifyReply },
  { storageName, contentType, missing, disposition }: Stream,
): Promise<FastifyReply> {
  const leave =
    request.method === 'HEAD'
      ? () => {}
      : streams.enter(caller, {
          file: storageName,
          response: reply.raw,
          requestedAt: performance.now() - reply.elapsedTime,
        })
  try {
    const file = await storage.open(storageName)
    if (file === undefined) throw new Refused(missing)
    return await sendBytes(request, reply, {
      file,
      contentType,
      // A file's name in the storage is new with each file, so a part of it tells them apart.
      etag: `"${storageName.slice(-16)}"`,
      cacheControl: 'private',
      ...(disposition !== undefined && { disposition }),
    })
  } finally {
    leave()
  }
}
