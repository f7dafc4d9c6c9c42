import type { QualityCodec } from '@tonarchiv/contract/qualities'
import type { AudioFormat } from './audio-formats.ts'
import { demuxerOf } from './demuxers.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

/** Time limit of an encoding. Hours of music take some minutes. */
const SECONDS_MAX = 900
const PRINTED_MAX_BYTES = 256 * 1024
const LIST_SECONDS_MAX = 10

/** A track's file and how it is encoded. */
export interface Encoding {
  source: {
    path: string
    format: AudioFormat
    /** The length of its music, if it is known. */
    seconds: number | undefined
  }
  kbps: number
  codec: StreamCodec
  /** The output begins at this second. */
  fromSeconds: number
  target: { path: string; maxBytes: number }
}

/**
 * A codec and its container: Opus and AAC in fragmented MP4 for browsers, the same in Ogg and as a bare stream
 * (ADTS) for other players, or MP3.
 */
export type StreamCodec = QualityCodec | 'ogg-opus' | 'adts'

const ENCODED_BY: Record<StreamCodec, QualityCodec> = {
  opus: 'opus',
  aac: 'aac',
  mp3: 'mp3',
  'ogg-opus': 'opus',
  adts: 'aac',
}
const ENCODER_OF: Record<QualityCodec, string> = { opus: 'libopus', aac: 'aac', mp3: 'libmp3lame' }

/**
 * One fragment per second. Each is complete when it is written, and no byte is changed later, so that the file can be
 * sent while it grows. `delay_moov`: the header then contains the number of samples that the encoder added at the
 * beginning.
 */
const FRAGMENTED = ['-movflags', '+delay_moov+default_base_moof', '-frag_duration', '1000000', '-f', 'mp4']
/** Without the header about the whole file, which would be written last. */
const BARE_MP3 = ['-id3v2_version', '0', '-write_xing', '0', '-f', 'mp3']

const CONTAINER_OF: Record<StreamCodec, readonly string[]> = {
  opus: FRAGMENTED,
  aac: FRAGMENTED,
  mp3: BARE_MP3,
  // One page per second, so that players receive the sound while it is encoded.
  'ogg-opus': ['-page_duration', '1000000', '-f', 'ogg'],
  adts: ['-f', 'adts'],
}

/** Whether the container is fragmented MP4, which browsers play part by part and whose header contains the duration. */
export function isFragmented(codec: StreamCodec): boolean {
  return CONTAINER_OF[codec] === FRAGMENTED
}

/** Whether an ffmpeg that has encoders for `codecs` can encode to `codec`. */
export function isEncodable(codec: StreamCodec, codecs: readonly QualityCodec[]): boolean {
  return codecs.includes(ENCODED_BY[codec])
}

/**
 * Encodes a track into a file, which can be read while it grows.
 * @returns whether ffmpeg could encode it
 * @throws NoFfmpeg
 */
export async function encodeQuality(
  ffmpeg: string,
  { source, kbps, codec, fromSeconds, target }: Encoding,
  signal: AbortSignal,
): Promise<boolean> {
  const start = fromSeconds > 0 ? ['-ss', String(fromSeconds)] : []
  const input = [...start, '-f', demuxerOf(source), '-i', `file:${source.path}`]
  const streams = ['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1']
  const sound = [
    '-af',
    'aformat=channel_layouts=stereo|mono',
    '-c:a',
    ENCODER_OF[ENCODED_BY[codec]],
    '-b:a',
    `${kbps}k`,
  ]
  const end = endOf(source, fromSeconds)
  const output = [...end, '-flush_packets', '1', '-fs', String(target.maxBytes), '-y', `file:${target.path}`]
  const limits = { seconds: SECONDS_MAX, printedBytes: PRINTED_MAX_BYTES, fileBytes: target.maxBytes }
  const parameters = [...input, ...streams, ...sound, ...CONTAINER_OF[codec], ...output]
  return (await runFfmpeg(ffmpeg, parameters, limits, signal)) !== undefined
}

/**
 * Parameters with which the output ends where the music ends. ffmpeg itself removes the padding that the encoder of the
 * source has added, but not always in AAC.
 */
function endOf({ format, seconds }: Encoding['source'], fromSeconds: number): string[] {
  if (format !== 'm4a' || seconds === undefined || seconds <= fromSeconds) return []
  return ['-t', String(seconds - fromSeconds)]
}

/**
 * The codecs for which this ffmpeg has encoders.
 * @throws NoFfmpeg
 */
export async function encodableCodecs(ffmpeg: string, signal: AbortSignal): Promise<QualityCodec[]> {
  const limits = { seconds: LIST_SECONDS_MAX, printedBytes: PRINTED_MAX_BYTES, fileBytes: 0 }
  const list = (await runFfmpeg(ffmpeg, ['-encoders'], limits, signal))?.toString() ?? ''
  const has = (codec: QualityCodec) => new RegExp(`^ A\\S+ ${ENCODER_OF[codec]} `, 'm').test(list)
  return (['opus', 'aac', 'mp3'] as const).filter(has)
}
