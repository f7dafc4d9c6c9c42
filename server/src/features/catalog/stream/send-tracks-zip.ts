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
/** Longest names in UTF-8: folder and file stay below the 260 characters of Windows. */
const NAME_MAX_BYTES = 100

/** Tracks that are sent together. */
export interface TracksZip {
  /** Of the album or playlist. */
  id: string
  /** Its title, which becomes the name of the ZIP. */
  title: string
  files: readonly NumberedFile[]
  /** A text file besides them. */
  note?: { path: string; text: string } | undefined
}

/** A file and its path in the ZIP. */
export interface NumberedFile extends DownloadFile {
  path: string
}

/** What is used of a call. */
interface Request {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

export type SendTracksZip = (call: Request, zip: TracksZip) => Promise<FastifyReply>

/** "03 Title.flac": a number of so many digits, which makes the path unique, and a name that every system takes. */
export function numberedPath(number: number, digits: number, name: string, format: string): string {
  return `${String(number).padStart(digits, '0')} ${safeName(name, NAME_MAX_BYTES)}.${format}`
}

/**
 * Sends files of tracks as a ZIP. It counts as one stream, and ends when its session or the account's access ends,
 * or when a file has been removed since.
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
      // A file was removed on the way, which has ended the response.
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

/** @throws Refused `fileUnavailable` when a file was removed since */
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
