import { fileUnavailable, type streamTrack } from '@tonarchiv/contract/archive'
import type { FastifyReply } from 'fastify'
import type { Call } from '#http/bind.ts'
import { takeTry } from '#http/kept-limits.ts'
import type { RunningStreams } from '#http/running-streams.ts'
import { sendBytes } from '#http/send-bytes.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { attachment, downloadNameOf } from './download-name.ts'
import { contentTypeOf } from './formats.ts'
import { type PlayableTrack, playableTracks } from './playable-tracks.ts'

const DOWNLOADS_PER_HOUR = 60

/** Sends a track: by its file name to be heard, by its song id as a download. */
export type SendTrack = (call: Call<typeof streamTrack>) => Promise<FastifyReply>

export function trackSender(services: Services, streams: RunningStreams): SendTrack {
  const { db, storage, announcements } = services
  const tracks = playableTracks(db)
  announcements.listen('archiveChanged', () => tracks.forget())

  return async ({ caller, params, request, reply }) => {
    const song = await tracks.bySongIdIfOne(params.file)
    const track = song ?? (await tracks.byFile(params.file))
    const isHead = request.method === 'HEAD'
    if (song !== undefined && !isHead) {
      const by = caller.id
      await takeTry(services, [{ name: 'download', by, tries: DOWNLOADS_PER_HOUR, windowSeconds: 3600 }])
    }
    const leave = isHead
      ? () => {}
      : streams.enter(caller, {
          file: track.storageName,
          response: reply.raw,
          askedAt: performance.now() - reply.elapsedTime,
        })
    try {
      const file = await storage.open(track.storageName)
      if (file === undefined) throw new Refused(fileUnavailable)
      return await sendBytes(request, reply, {
        file,
        contentType: contentTypeOf(track.format),
        etag: etagOf(track),
        cacheControl: 'private',
        ...(song !== undefined && {
          disposition: attachment(downloadNameOf(song.artist, song.title, song.format)),
        }),
      })
    } finally {
      leave()
    }
  }
}

/** A file's name in the storage is new with each file, so a part of it tells them apart. */
function etagOf({ storageName }: PlayableTrack): string {
  return `"${storageName.slice(-16)}"`
}
