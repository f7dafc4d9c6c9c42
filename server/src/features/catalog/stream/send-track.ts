import { fileUnavailable, type streamTrack } from '@tonarchiv/contract/catalog'
import type { FastifyReply } from 'fastify'
import { isAudioFormat, MIME_TYPE_OF } from '#audio-probe/audio-formats.ts'
import type { Caller } from '#access/caller.ts'
import type { Call } from '#http/bind.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { sendStream, versionOf } from '#http/delivery/send-stream.ts'
import { isSlice } from '#http/delivery/slices.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { attachment, downloadNameOf } from './download-name.ts'
import type { PlayableTracks } from './playable-tracks.ts'

const DOWNLOADS_PER_HOUR = 60

/** Sends a track: by its file name as a stream, by its song id as a download. */
export type SendTrack = (
  call: Pick<Call<typeof streamTrack>, 'caller' | 'params' | 'query' | 'request' | 'reply'>,
) => Promise<FastifyReply>

export function trackSender(
  services: Services,
  catalog: { seenBy(caller: Caller): { stream: PlayableTracks } },
  streams: Pick<RunningStreams, 'enter'>,
): SendTrack {
  return async ({ caller, params, query: { format, version }, request, reply }) => {
    const tracks = catalog.seenBy(caller).stream
    const song = await tracks.bySongIdIfOne(params.file, format)
    const track = song ?? (await tracks.byFile(params.file, format, { withClosed: caller.isAdmin }))
    if (version !== undefined && version !== versionOf(track.storageName)) throw new Refused(fileUnavailable)
    if (song !== undefined && request.method !== 'HEAD' && !isSlice(request.headers)) {
      const by = caller.id
      await consume(services, [
        { name: 'download', by, maxAttempts: DOWNLOADS_PER_HOUR, windowSeconds: 3600 },
      ])
    }
    return sendStream(
      streams,
      services.storage,
      { caller, request, reply },
      {
        storageName: track.storageName,
        contentType: contentTypeOf(track.format),
        missing: fileUnavailable,
        disposition: song && attachment(downloadNameOf(song.album.title, song.title, song.format)),
      },
    )
  }
}

/** The content type of a track's file, by the format in its row. */
function contentTypeOf(format: string): string {
  return isAudioFormat(format) ? MIME_TYPE_OF[format] : 'application/octet-stream'
}
