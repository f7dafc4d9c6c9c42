import type { QualityCodec } from '@tonarchiv/contract/qualities'
import { isEncodable, type StreamCodec } from '#audio-probe/encode-quality.ts'
import type { SongFile, SongFiles } from '#features/catalog/index.ts'

/** The parameters of a request for the stream of a song. */
export interface WantedStream {
  /** A format; `raw` for the stored file as it is; undefined for any format. */
  format: string | undefined
  /** Kilobits per second; 0 for no limit. */
  maxBitRate: number
  /** The second of the song at which the stream begins. */
  timeOffset: number
}

/** A stored file that is sent as it is, or a file that is encoded first. */
export type ChosenStream =
  | { isStored: true; file: SongFile }
  | { isStored: false; file: SongFile; codec: StreamCodec; kbps: number }

/** The bit rates in which songs are encoded. There are only a few, so that several apps can share an encoded file. */
const KBPS = [320, 256, 192, 160, 128, 96, 64, 48, 32] as const
const LEAST_KBPS = 32
const DEFAULT_KBPS = 192
/** The highest bit rate that the encoder accepts for mono. */
const OPUS_MAX_KBPS = 256
/** Factor by which a file with a fixed bit rate may exceed the requested one. */
const TOLERANCE = 1.02

/** The codecs of the formats that apps request, by name or file extension. */
const CODEC_OF: Readonly<Record<string, StreamCodec>> = {
  mp3: 'mp3',
  opus: 'ogg-opus',
  ogg: 'ogg-opus',
  oga: 'ogg-opus',
  aac: 'adts',
  m4a: 'aac',
  mp4: 'aac',
}
/** Codecs in the order of preference when the client accepts any format. Every player can play the first codec. */
const ANY_CODEC: readonly StreamCodec[] = ['mp3', 'adts', 'ogg-opus']

/**
 * Chooses the file to send. The song's own file is sent if it fits the request, otherwise another stored file that
 * fits, otherwise an encoded file. If nothing can be encoded, the own file is sent. Undefined when the stream cannot
 * begin at the requested second.
 */
export function chooseStream(
  { own, further }: SongFiles,
  { format, maxBitRate, timeOffset }: WantedStream,
  codecs: readonly QualityCodec[],
): ChosenStream | undefined {
  if (format === 'raw') return { isStored: true, file: own }
  const all = [own, ...further]
  const inFormat = (file: SongFile) => file.format === format || (format === 'mp4' && file.format === 'm4a')
  const fits = ({ bitrate }: SongFile) =>
    maxBitRate === 0 || (bitrate !== null && bitrate <= maxBitRate * 1000 * TOLERANCE)
  const codec = format === undefined ? undefined : CODEC_OF[format]
  // If the format is not stored and cannot be encoded, any format is sent.
  const isOfAnyFormat = codec === undefined && !all.some(inFormat)
  if (timeOffset === 0) {
    const file = all.find((one) => fits(one) && (isOfAnyFormat || inFormat(one)))
    if (file !== undefined) return { isStored: true, file }
  }
  const encodable = [codec ?? [], ANY_CODEC].flat().find((one) => isEncodable(one, codecs))
  if (encodable !== undefined)
    return { isStored: false, file: own, codec: encodable, kbps: kbpsFor(own, encodable, maxBitRate) }
  return timeOffset === 0 ? { isStored: true, file: own } : undefined
}

/** The highest bit rate in `KBPS` that exceeds neither the requested limit nor the bit rate of the file. */
function kbpsFor({ bitrate }: SongFile, codec: StreamCodec, maxBitRate: number): number {
  const most = Math.min(
    maxBitRate === 0 ? DEFAULT_KBPS : maxBitRate,
    bitrate === null ? DEFAULT_KBPS : Math.ceil(bitrate / 1000),
    codec === 'ogg-opus' ? OPUS_MAX_KBPS : Infinity,
  )
  return KBPS.find((kbps) => kbps <= most) ?? LEAST_KBPS
}

/** Seconds of music by which the encoded file may be longer than the stored file. */
const SPARE_SECONDS = 0.2

/**
 * An estimate of the size of an encoded file in bytes, which is slightly too large. Undefined for all codecs except
 * MP3, because only MP3 has a constant bit rate.
 */
export function estimatedBytes(chosen: ChosenStream, timeOffset: number): number | undefined {
  if (chosen.isStored || chosen.codec !== 'mp3') return undefined
  const seconds = chosen.file.durationSeconds - timeOffset + SPARE_SECONDS
  return Math.ceil((seconds * chosen.kbps * 1000) / 8)
}
