import { listQualities, qualityUnavailable, streamQuality } from '@tonarchiv/contract/qualities'
import type { FastifyReply } from 'fastify'
import { isAudioFormat } from '#audio-probe/audio-formats.ts'
import type { Catalog } from '#features/catalog/index.ts'
import type { Bind, Call } from '#http/bind.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { Refused } from '#platform/refused.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { growingHeaders, sendQuality } from './send-quality.ts'
import type { QualitySource } from './quality-file.ts'
import type { QualityStream, QualityStreams, WholeQuality } from './quality-streams.ts'

/** Seeks and skipped tracks each begin an encoding. */
const ENCODINGS_PER_HOUR = 600

interface Needs {
  catalog: Catalog
  streams: RunningStreams
  qualities: QualityStreams
}

export function registerQualities(
  bind: Bind,
  services: Services,
  { catalog, streams, qualities }: Needs,
): void {
  bind(listQualities, async () => ({ codecs: [...(await qualities.codecs())] }))
  bind(streamQuality, async (call) => {
    const { caller, params, query, request, reply } = call
    const { codec, kbps: quality, from: fromSeconds = 0 } = query
    const { storageName, format } = await catalog.stream.byFile(params.file)
    if (!isAudioFormat(format) || !(await qualities.codecs()).includes(codec))
      throw new Refused(qualityUnavailable)
    const source = { storageName, format, quality, codec, fromSeconds }
    if (request.method === 'HEAD') return sendHead(call, await qualities.openWhole(source))
    const leave = streams.enter(caller, {
      file: storageName,
      response: reply.raw,
      requestedAt: performance.now() - reply.elapsedTime,
    })
    try {
      const stream = (await qualities.openWhole(source)) ?? (await begin(services, call, qualities, source))
      return await sendQuality(request, reply, stream, codec)
    } finally {
      leave()
    }
  })
}

/** Without the length of a file that is not encoded yet. */
async function sendHead(
  { request, reply, query }: Call<typeof streamQuality>,
  whole: WholeQuality | undefined,
): Promise<FastifyReply> {
  if (whole !== undefined) return sendQuality(request, reply, whole, query.codec)
  return reply.headers(growingHeaders(query.codec)).send()
}

/** A range that does not begin at the first byte waits for the whole file. */
async function begin(
  services: Services,
  { caller, request }: Call<typeof streamQuality>,
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
