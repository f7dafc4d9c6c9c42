import { listQualities, qualityUnavailable, streamQuality } from '@tonarchiv/contract/qualities'
import { isAudioFormat } from '#audio-probe/audio-formats.ts'
import type { Catalog } from '#features/catalog/index.ts'
import type { Bind } from '#http/bind.ts'
import type { RunningStreams } from '#http/delivery/running-streams.ts'
import { Refused } from '#platform/refused.ts'
import type { QualityStreams } from './quality-streams.ts'
import type { SendInQuality } from './quality-sender.ts'

interface Needs {
  catalog: Catalog
  streams: RunningStreams
  qualities: QualityStreams
  send: SendInQuality
}

export function registerQualities(bind: Bind, { catalog, streams, qualities, send }: Needs): void {
  bind(listQualities, async () => ({ codecs: [...(await qualities.codecs())] }))
  bind(streamQuality, async ({ caller, params, query, request, reply }) => {
    const { codec, kbps, from: fromSeconds = 0 } = query
    const { storageName, format } = await catalog.seenBy(caller).stream.byFile(params.file)
    if (!isAudioFormat(format)) throw new Refused(qualityUnavailable)
    const source = { storageName, format, kbps: Number(kbps), codec, fromSeconds }
    return send({ caller, request, reply }, source, streams)
  })
}
