import { qualityUnavailable } from '@tonarchiv/contract/qualities'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#access/caller.ts'
import { isEncodable } from '#audio-probe/encode-quality.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { Refused } from '#platform/refused.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import type { QualitySource } from './quality-file.ts'
import type { QualityStream, QualityStreams } from './quality-streams.ts'
import { sendQuality, setGrowingHeaders } from './send-quality.ts'

/** Maximum number of encodings that one account may start. Each seek and each skipped track starts an encoding. */
const ENCODINGS_PER_HOUR = 600

interface Exchange {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Sends a track in another quality. The response counts as one of the account's streams. `announcedBytes` is the
 * `Content-Length` to declare while the file is not complete.
 * @throws Refused `qualityUnavailable`, `overloaded`, `badRange`, and the refusals of streams
 */
export type SendInQuality = (
  exchange: Exchange,
  source: QualitySource,
  streams: Pick<RunningStreams, 'enter'>,
  announcedBytes?: number,
) => Promise<FastifyReply>

export function qualitySender(services: Services, qualities: QualityStreams): SendInQuality {
  return async ({ caller, request, reply }, source, streams, announcedBytes) => {
    const { codec, storageName } = source
    if (!isEncodable(codec, await qualities.codecs())) throw new Refused(qualityUnavailable)
    if (request.method === 'HEAD') {
      const whole = await qualities.openWhole(source)
      if (whole !== undefined) return sendQuality(request, reply, whole, { codec })
      // The length of a file that is not encoded yet is not known.
      setGrowingHeaders(reply, { codec, announcedBytes })
      return reply.send()
    }
    const leave = await streams.enter(caller, {
      file: storageName,
      response: reply.raw,
      requestedAt: performance.now() - reply.elapsedTime,
    })
    try {
      const stream =
        (await qualities.openWhole(source)) ?? (await begin(services, { caller, request }, qualities, source))
      return await sendQuality(request, reply, stream, { codec, announcedBytes })
    } finally {
      leave()
    }
  }
}

/**
 * Starts an encoding, or joins a running one. A request for a range after the first byte waits for the complete file.
 */
async function begin(
  services: Services,
  { caller, request }: Pick<Exchange, 'caller' | 'request'>,
  qualities: QualityStreams,
  source: QualitySource,
): Promise<QualityStream> {
  await consume(services, [
    { name: 'encoding', by: caller.id, maxAttempts: ENCODINGS_PER_HOUR, windowSeconds: 3600 },
  ])
  const stream = await qualities.open(source, caller.id)
  const isFromTheMiddle = /^bytes=(?!0-)/.test(request.headers.range ?? '')
  if (stream.isWhole || !isFromTheMiddle) return stream
  const leaveAfter = (error: unknown) => {
    stream.leave()
    throw error
  }
  const whole = await stream.file.whole.then(async () => qualities.openWhole(source)).catch(leaveAfter)
  if (whole === undefined) return stream
  stream.leave()
  return whole
}
