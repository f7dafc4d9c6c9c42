import { fileUnavailable } from '@tonarchiv/contract/catalog'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#access/caller.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { sendZip, type ZipEntry, zipSize } from '#http/delivery/send-zip.ts'
import { safeName } from '#platform/file-names.ts'
import { Refused } from '#platform/refused.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import type { DownloadFile } from '../store/download-files.ts'
import { attachment } from './download-name.ts'

const DOWNLOADS_PER_HOUR = 60
/**
 * Maximum length of a name in bytes of UTF-8. With it the path of an extracted file stays below Windows' 260
 * characters.
 */
const NAME_MAX_BYTES = 100

/** The contents of a ZIP with tracks. */
export interface TracksZip {
  /** Id of the album or playlist. */
  id: string
  /** Its title, which becomes the name of the ZIP. */
  title: string
  files: readonly NumberedFile[]
  /** A text file in addition to the tracks. */
  note?: { path: string; text: string } | undefined
}

/** A file and its path in the ZIP. */
export interface NumberedFile extends DownloadFile {
  path: string
}

/** The parts of a call that are needed to send a ZIP. */
interface Request {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

export type SendTracksZip = (call: Request, zip: TracksZip) => Promise<FastifyReply>

/**
 * The path of a file in a ZIP: "03 Title.flac". The number is padded to `digits` digits and makes the path unique. The
 * name is valid on every system.
 */
export function numberedPath(number: number, digits: number, name: string, format: string): string {
  return `${String(number).padStart(digits, '0')} ${safeName(name, NAME_MAX_BYTES)}.${format}`
}

/**
 * Sends files of tracks as a ZIP. The ZIP counts as one stream. The response is aborted when the session or the
 * account's access ends, or when a file is removed before it was sent.
 */
export function tracksZipSender(services: Services, streams: Pick<RunningStreams, 'enter'>): SendTracksZip {
  return async ({ caller, request, reply }, zip) => {
    const leave = await streams.enter(caller, {
      file: zip.id,
      response: reply.raw,
      requestedAt: performance.now() - reply.elapsedTime,
    })
    const isHead = request.method === 'HEAD'
    try {
      if (!isHead) {
        const by = caller.id
        await consume(services, [
          { name: 'zip download', by, maxAttempts: DOWNLOADS_PER_HOUR, windowSeconds: 3600 },
        ])
      }
      await sendZip(reply, {
        disposition: attachment(`${safeName(zip.title, NAME_MAX_BYTES)}.zip`),
        sizeBytes: sizeOf(zip),
        entries: isHead ? none() : entriesOf(services, zip),
      })
    } catch (error) {
      // A file was removed after the headers were sent. The response is already aborted then.
      if (!(error instanceof Refused) || !reply.raw.headersSent) throw error
    } finally {
      leave()
    }
    return reply
  }
}

function sizeOf({ files, note }: TracksZip): number | undefined {
  const texts = note === undefined ? [] : [{ path: note.path, sizeBytes: Buffer.byteLength(note.text) }]
  return zipSize([...texts, ...files])
}

async function* none(): AsyncGenerator<ZipEntry> {}

/** @throws Refused `fileUnavailable` when a file was removed before it was sent */
async function* entriesOf(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  { files, note }: TracksZip,
): AsyncGenerator<ZipEntry> {
  if (note !== undefined) yield { path: note.path, modifiedAt: now(), content: note.text }
  for (const { path, storageName, storedAt, sizeBytes } of files) {
    const content = await storage.open(storageName)
    if (content === undefined) throw new Refused(fileUnavailable)
    if (sizeBytes !== null && sizeBytes !== content.sizeBytes) {
      content.close()
      throw new Error('A stored file does not have the size that was announced')
    }
    yield { path, modifiedAt: new Date(storedAt), content }
  }
}
