import type { Refusal } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import type { Storage } from '#storage/storage.ts'
import type { Caller } from '#access/caller.ts'
import type { RunningStreams } from './running-streams.ts'
import { sendBytes } from './send-bytes.ts'

/** Identifies the content of a stored file. Every file has a new storage name, so a part of that name is sufficient. */
export function versionOf(storageName: string): string {
  return storageName.slice(-16)
}

interface Stream {
  /** The name of the stored file. `cut` ends the streams of a file by this name. */
  storageName: string
  contentType: string
  /** The refusal to send when the file does not exist. */
  missing: Refusal
  /** Value of `Content-Disposition` for a download. */
  disposition?: string | undefined
}

/**
 * Sends an audio or video file as a stream. The stream counts as one of the account's streams. It ends when the file is
 * removed or the account loses access.
 */
export async function sendStream(
  streams: Pick<RunningStreams, 'enter'>,
  storage: Pick<Storage, 'open'>,
  { caller, request, reply }: { caller: Caller; request: FastifyRequest; reply: FastifyReply },
  { storageName, contentType, missing, disposition }: Stream,
): Promise<FastifyReply> {
  const leave =
    request.method === 'HEAD'
      ? () => {}
      : await streams.enter(caller, {
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
      etag: `"${versionOf(storageName)}"`,
      cacheControl: 'private',
      ...(disposition !== undefined && { disposition }),
    })
  } finally {
    leave()
  }
}
