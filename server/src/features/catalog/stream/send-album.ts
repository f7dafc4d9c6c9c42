import { type downloadAlbum, fileUnavailable, shownTitle } from '@tonarchiv/contract/catalog'
import { notFound } from '@tonarchiv/contract/refusal'
import type { FastifyReply } from 'fastify'
import type { Call } from '#http/bind.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { sendZip, type ZipEntry, zipSize } from '#http/delivery/send-zip.ts'
import { safeName } from '#platform/file-names.ts'
import { Refused } from '#platform/refused.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { type AlbumFile, filesOfAlbum } from '../store/album-files.ts'
import { findAlbumById } from '../store/one-album.ts'
import { attachment } from './download-name.ts'

const DOWNLOADS_PER_HOUR = 60
/** Longest names in UTF-8: folder and file stay below the 260 characters of Windows. */
const NAME_MAX_BYTES = 100

/**
 * Sends the files of an album as a ZIP. It counts as one stream, and ends when its session or the account's access
 * ends, or when a file has been removed since.
 */
export function albumSender(services: Services, streams: RunningStreams) {
  return async ({
    caller,
    params,
    query,
    request,
    reply,
  }: Call<typeof downloadAlbum>): Promise<FastifyReply> => {
    const album = await findAlbumById(services.db, params.id)
    if (album === undefined) throw new Refused(notFound)
    const files = await filesOfAlbum(services.db, album.id, query.format)
    if (files.length === 0) throw new Refused(fileUnavailable)
    const leave = streams.enter(caller, {
      file: album.id,
      response: reply.raw,
      requestedAt: performance.now() - reply.elapsedTime,
    })
    const isHead = request.method === 'HEAD'
    try {
      if (!isHead) {
        const by = caller.id
        await consume(services, [
          { name: 'album download', by, maxAttempts: DOWNLOADS_PER_HOUR, windowSeconds: 3600 },
        ])
      }
      await sendZip(reply, {
        disposition: attachment(`${safeName(album.title, NAME_MAX_BYTES)}.zip`),
        sizeBytes: zipSize(files.map((file) => ({ path: pathOf(file), sizeBytes: file.sizeBytes }))),
        entries: entriesOf(services, isHead ? [] : files),
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

/** "03 Title.flac"; the number makes it unique in the album. */
function pathOf({ position, title, format }: AlbumFile): string {
  const number = String(position + 1).padStart(2, '0')
  return `${number} ${safeName(shownTitle(title), NAME_MAX_BYTES)}.${format}`
}

/** @throws Refused `fileUnavailable` when a file was removed since */
async function* entriesOf(
  { storage }: Pick<Services, 'storage'>,
  files: readonly AlbumFile[],
): AsyncGenerator<ZipEntry> {
  for (const file of files) {
    const content = await storage.open(file.storageName)
    if (content === undefined) throw new Refused(fileUnavailable)
    if (file.sizeBytes !== null && file.sizeBytes !== content.sizeBytes) {
      content.close()
      throw new Error('A stored file does not have the size that was announced')
    }
    yield { path: pathOf(file), modifiedAt: new Date(file.storedAt), content }
  }
}
