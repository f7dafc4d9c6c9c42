import type { AudioFormat } from '#audio-probe/audio-formats.ts'
import type { StreamCodec } from '#audio-probe/encode-quality.ts'

/** The sound of a stored file in another quality, from second `fromSeconds` on. */
export interface QualityFile {
  storageName: string
  kbps: number
  codec: StreamCodec
  fromSeconds: number
}

/** A `QualityFile` with the format that its encoder must read. */
export interface QualitySource extends QualityFile {
  format: AudioFormat
}

const AREA = 'tracks/'
const NAME = /^([0-9a-f]{32})-(?:opus|aac|mp3|ogg-opus|adts)-\d+-\d+$/

/** The name of the encoded file in the cache. */
export function cachedName({ storageName, kbps, codec, fromSeconds }: QualityFile): string {
  return `${storageName.slice(AREA.length)}-${codec}-${kbps}-${fromSeconds}`
}

/** The stored file from which a file in the cache was encoded; undefined for other files. */
export function sourceOf(cached: string): string | undefined {
  const [, digits] = NAME.exec(cached) ?? []
  return digits === undefined ? undefined : AREA + digits
}
