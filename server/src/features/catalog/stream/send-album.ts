import { type downloadAlbum, fileUnavailable, shownTitle } from '@tonarchiv/contract/catalog'
import { notFound } from '@tonarchiv/contract/refusal'
import type { FastifyReply } from 'fastify'
import type { Call } from '#http/bind.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { filesOfAlbum } from '../store/download-files.ts'
import { findAlbumById } from '../store/one-album.ts'
import { numberedPath, type SendTracksZip } from './send-tracks-zip.ts'

/**
 * Sends the files of an album as a ZIP.
 * @throws Refused `notFound`, `fileUnavailable`
 */
export async function sendAlbum(
  { db }: Pick<Services, 'db'>,
  send: SendTracksZip,
  call: Pick<Call<typeof downloadAlbum>, 'caller' | 'params' | 'query' | 'request' | 'reply'>,
): Promise<FastifyReply> {
  const { params, query } = call
  const album = await findAlbumById(db, params.id)
  if (album === undefined) throw new Refused(notFound)
  const files = await filesOfAlbum(db, album.id, query.format)
  if (files.length === 0) throw new Refused(fileUnavailable)
  return send(call, {
    id: album.id,
    title: album.title,
    files: files.map((file) =>
      Object.assign(file, {
        path: numberedPath(file.position + 1, 2, shownTitle(file.title), file.format),
      }),
    ),
  })
}
