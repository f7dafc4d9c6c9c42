import { fileUnavailable } from '@tonarchiv/contract/catalog'
import { qualityUnavailable } from '@tonarchiv/contract/qualities'
import { notFound } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import { MIME_TYPE_OF } from '#audio-probe/audio-formats.ts'
import type { AppContext } from '#feature.ts'
import { catalog, sendAlbum, type SongFiles, tracksZipSender, trackSender } from '#features/catalog/index.ts'
import { transcoding } from '#features/transcoding/index.ts'
import { findVideo, sendVideoFile } from '#features/videos/index.ts'
import { sendStream } from '#http/delivery/send-stream.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, fileEndpoint } from '../frame/endpoint.ts'
import { offsetBehindEnd } from '../frame/errors.ts'
import { bitRate, flag, id, seconds, text } from '../frame/parameters.ts'
import { chooseStream, estimatedBytes, type WantedStream } from './stream-choice.ts'

interface Exchange {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Endpoints that send songs and videos. A stream does not count as a play, because apps report plays with `scrobble`.
 */
export const streamingEndpoints: readonly Endpoint[] = [
  fileEndpoint({
    name: 'stream',
    limit: 'stream',
    media: true,
    parameters: z.object({
      id,
      maxBitRate: bitRate,
      format: z.optional(text(64)),
      timeOffset: seconds,
      estimateContentLength: z._default(flag, false),
    }),
    send: async ({ caller, parameters, request, reply }, context) => {
      const { id: given, format, maxBitRate, timeOffset, estimateContentLength } = parameters
      const exchange = { caller, request, reply }
      const files = await context.use(catalog).stream.filesOfSong(given)
      if (files === undefined) return sendVideo(context, exchange, given)
      const wanted = { format: format?.toLowerCase(), maxBitRate, timeOffset }
      return sendSong(context, exchange, files, { wanted, estimateContentLength })
    },
  }),
  fileEndpoint({
    name: 'download',
    limit: 'stream',
    media: true,
    parameters: z.object({ id }),
    send: async ({ caller, parameters, request, reply }, { services, streams, use }) => {
      const opened = use(catalog)
      const { stream, listing } = opened
      const exchange = { caller, request, reply, query: {} }
      if ((await stream.filesOfSong(parameters.id)) !== undefined) {
        const params = { file: parameters.id }
        return trackSender(services, opened, streams.patient)({ ...exchange, params })
      }
      if (!(await listing.albums([parameters.id])).has(parameters.id)) throw new Refused(notFound)
      const params = { id: parameters.id }
      return sendAlbum(services, tracksZipSender(services, streams.patient), { ...exchange, params })
    },
  }),
]

async function sendSong(
  { services, streams, use }: AppContext,
  exchange: Exchange,
  files: SongFiles,
  { wanted, estimateContentLength }: { wanted: WantedStream; estimateContentLength: boolean },
): Promise<FastifyReply> {
  const { qualities, send } = use(transcoding)
  const chosen = chooseStream(files, wanted, await qualities.codecs())
  if (chosen === undefined) throw new Refused(qualityUnavailable)
  const { storageName, format, durationSeconds } = chosen.file
  if (chosen.isStored) {
    const stored = { storageName, contentType: MIME_TYPE_OF[format], missing: fileUnavailable }
    return sendStream(streams.patient, services.storage, exchange, stored)
  }
  const { kbps, codec } = chosen
  const { timeOffset: fromSeconds } = wanted
  if (fromSeconds >= durationSeconds) throw new Refused(offsetBehindEnd)
  const source = { storageName, format, kbps, codec, fromSeconds }
  const announcedBytes = estimateContentLength ? estimatedBytes(chosen, fromSeconds) : undefined
  return send(exchange, source, streams.patient, announcedBytes)
}

/** Sends the stored file of a video. Apps that seek request a range of it. */
async function sendVideo(
  { services, streams }: AppContext,
  exchange: Exchange,
  id: string,
): Promise<FastifyReply> {
  const video = await findVideo(services.db, id)
  if (video === undefined) throw new Refused(notFound)
  return sendVideoFile(services, streams.patient, exchange, video)
}
