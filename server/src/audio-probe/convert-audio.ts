import { type Encoded, isLossless } from './audio-formats.ts'
import { demuxerOf } from './demuxers.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

/** Time limit of a conversion. Hours of music take some minutes. */
const SECONDS_MAX = 900
const PRINTED_MAX_BYTES = 64 * 1024
/** Not all browsers play FLAC at a higher rate. */
const SAMPLE_RATE_MAX = 192_000
const LOSSY_SAMPLE_RATE_MAX = 48_000

/** A file that browsers do not play, at its path. */
export interface Original extends Encoded {
  path: string
  sampleRate: number
  channels: number
}

/** The format of the copy that browsers play. */
export function formatOfCopy({ codec }: Encoded): 'flac' | 'm4a' {
  return isLossless(codec) ? 'flac' : 'm4a'
}

/**
 * Writes a copy that browsers play to a file: FLAC of a lossless original, otherwise AAC.
 * @returns whether ffmpeg could convert it
 * @throws NoFfmpeg
 */
export async function convertAudio(
  ffmpeg: string,
  original: Original,
  target: { path: string; maxBytes: number },
  signal: AbortSignal,
): Promise<boolean> {
  const input = ['-f', demuxerOf(original), '-i', `file:${original.path}`]
  const streams = ['-map', '0:a:0', '-map_metadata', '0', '-map_chapters', '-1']
  const encoding = formatOfCopy(original) === 'flac' ? losslessOptions(original) : lossyOptions(original)
  const output = ['-fs', String(target.maxBytes), '-y', `file:${target.path}`]
  const limits = { seconds: SECONDS_MAX, printedBytes: PRINTED_MAX_BYTES, fileBytes: target.maxBytes }
  const parameters = [...input, ...streams, ...encoding, ...output]
  return (await runFfmpeg(ffmpeg, parameters, limits, signal)) !== undefined
}

function losslessOptions({ sampleRate, codec }: Original): string[] {
  const wholeRate = sampleRate % 44_100 === 0 ? 88_200 : 96_000
  const rate = sampleRate > SAMPLE_RATE_MAX ? ['-ar', String(wholeRate)] : []
  const depth = codec === 'dsd' ? ['-sample_fmt', 's32', '-bits_per_raw_sample', '24'] : []
  return [...rate, ...depth, '-c:a', 'flac', '-f', 'flac']
}

function lossyOptions({ sampleRate, channels }: Original): string[] {
  const rate = sampleRate > LOSSY_SAMPLE_RATE_MAX ? ['-ar', String(LOSSY_SAMPLE_RATE_MAX)] : []
  const mix = channels > 2 ? ['-ac', '2'] : []
  return [...rate, ...mix, '-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart', '-f', 'ipod']
}
