import type { QualityCodec } from '@tonarchiv/contract/qualities'
import { isEncodable, type StreamCodec } from '#audio-probe/encode-quality.ts'
import type { SongFile, SongFiles } from '#features/catalog/index.ts'

/** What an app wants to be sent of a song. */
export interface WantedStream {
  /** A format, `raw` for the file as it is, or undefined for any. */
  format: string | undefined
  /** Kilobits per second; 0 for no limit. */
  maxBitRate: number
  /** The second at which it begins. */
  timeOffset: number
}

/** A stored file as it is, or one that is encoded. */
export type ChosenStream =
  | { isStored: true; file: SongFile }
  | { isStored: false; file: SongFile; codec: StreamCodec; kbps: number }

/** The bit rates in which songs are encoded: each app uses a few of them, so that encoded files serve several. */
const KBPS = [320, 256, 192, 160, 128, 96, 64, 48, 32] as const
const LEAST_KBPS = 32
const DEFAULT_KBPS = 192
/** The encoder takes no more for mono. */
const OPUS_MAX_KBPS = 256
/** An encoder with a fixed bit rate may be a little above its number. */
const TOLERANCE = 1.02

/** The formats that apps request, by name or ending. */
const CODEC_OF: Readonly<Record<string, StreamCodec>> = {
  mp3: 'mp3',
  opus: 'ogg-opus',
  ogg: 'ogg-opus',
  oga: 'ogg-opus',
  aac: 'adts',
  m4a: 'aac',
  mp4: 'aac',
}
/** Every player can play the first of them. */
const ANY_CODEC: readonly StreamCodec[] = ['mp3', 'adts', 'ogg-opus']

/**
 * The file to send: the song's own one where the app does not object, otherwise another stored one, otherwise an
 * encoded one. Where nothing can be encoded it is the own one. Undefined when it cannot begin where the app wants.
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
  // A format that cannot be made is no reason to send nothing.
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

/** The highest bit rate within the limit that is not more than that of the file. */
function kbpsFor({ bitrate }: SongFile, codec: StreamCodec, maxBitRate: number): number {
  const most = Math.min(
    maxBitRate === 0 ? DEFAULT_KBPS : maxBitRate,
    bitrate === null ? DEFAULT_KBPS : Math.ceil(bitrate / 1000),
    codec === 'ogg-opus' ? OPUS_MAX_KBPS : Infinity,
  )
  return KBPS.find((kbps) => kbps <= most) ?? LEAST_KBPS
}

/** Seconds of music by which an encoder may exceed the length that was measured. */
const SPARE_SECONDS = 0.2

/** The length of an encoded file, if its bit rate says it: of MP3, with little more than it needs. */
export function estimatedBytes(chosen: ChosenStream, timeOffset: number): number | undefined {
  if (chosen.isStored || chosen.codec !== 'mp3') return undefined
  const seconds = chosen.file.durationSeconds - timeOffset + SPARE_SECONDS
  return Math.ceil((seconds * chosen.kbps * 1000) / 8)
}
