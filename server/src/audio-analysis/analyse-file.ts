import { closeSync, openSync, readSync } from 'node:fs'
import type { ReadBuffers } from '#audio-probe/byte-source.ts'
import { withSourceOfFile } from '#audio-probe/byte-source.ts'
import { demuxerOf } from '#audio-probe/demuxers.ts'
import { type OggEnd, oggEnd, opusGain } from '#audio-probe/flac-and-ogg/ogg.ts'
import { type AudioInfo, audioInfoOf } from '#audio-probe/info/audio-info.ts'
import { declaredTrim, soundStart } from '#audio-probe/info/encoder-trim.ts'
import { NoFfmpeg, streamFfmpeg } from '#audio-probe/run-ffmpeg.ts'
import type { EncoderTrim, Sound } from '#audio-probe/sound.ts'
import { type TaggedLoudness, taggedLoudness } from '#audio-probe/sound-tags.ts'
import { pcmDecoder } from './decoders/pcm-decoder.ts'
import { type Decoder, type SamplePiece, Undecodable } from './decoders/samples.ts'
import { wasmDecoder } from './decoders/wasm-decoders.ts'
import { encodeBins } from './meter/loudness-bins.ts'
import { type Measured, SoundMeter } from './meter/sound-meter.ts'

/** The result of the analysis of a file. */
export interface FileSound {
  measured:
    | {
        loudness: { lufs: number; peakDbtp: number; blocks: string } | undefined
        /** Base64. */
        waveform: string
        silence: Measured['silence']
      }
    | undefined
  tagged: TaggedLoudness | undefined
  trim: EncoderTrim | undefined
  /** Nothing could be measured because ffmpeg is missing. The analysis can be repeated once ffmpeg is installed. */
  needsFfmpeg: boolean
}

/** Number of bytes that are read and decoded at a time. */
const PIECE_BYTES = 64 * 1024
/**
 * ffmpeg is expected to decode at least this many times faster than the recording plays. The time limit is computed
 * from this.
 */
const LEAST_SPEED = 5
const LEAST_SECONDS = 60
const MOST_SECONDS = 3 * 3600
const BYTES_PER_SAMPLE = 4
/**
 * Limit of the output of ffmpeg, as a multiple of the bytes that the container declares. A container may declare half
 * of the sample rate at which its audio is decoded (HE-AAC).
 */
const SURPLUS_FACTOR = 2.5
const SURPLUS_BYTES = 64 * 1024 * 1024
/** A damaged file is measured only if at least this share of its declared duration could be decoded. */
const LEAST_SHARE = 0.5

export interface AnalysisRequest {
  path: string
  ffmpeg: string | undefined
}

export interface AnalysisControl {
  signal: AbortSignal
  /** Called before each chunk is read. The call may block. */
  beforePiece: () => void
}

type Known = Extract<AudioInfo, { kind: 'audio' }>

/**
 * Reads and decodes a file from start to end in constant memory, and measures it. This takes seconds, so call it
 * outside of the main thread. A file that cannot be decoded is not an error.
 * @throws the reason of the signal, and errors of the operating system
 */
export async function analyseFile(
  { path, ffmpeg }: AnalysisRequest,
  buffers: ReadBuffers,
  control: AnalysisControl,
): Promise<FileSound> {
  const head = withSourceOfFile(path, buffers, (source) => {
    const info = audioInfoOf(source)
    if (info.kind !== 'audio') return undefined
    return {
      info,
      trim: orNothing(() => declaredTrim(source, info)),
      end: source.is(0, 'OggS') ? orNothing(() => oggEnd(source)) : undefined,
      start: soundStart(source),
      gain: info.format === 'opus' ? opusGain(source) : 1,
      sizeBytes: source.size,
    }
  })
  if (head === undefined)
    return { measured: undefined, tagged: undefined, trim: undefined, needsFfmpeg: false }
  const { info, trim, end } = head
  const tagged = info.soundTags && taggedLoudness(info.soundTags)
  try {
    const meter = openMeter(end, head.gain)
    const decoder = info.codec === 'pcm' && info.format === 'wav' ? pcmDecoder() : await wasmDecoder(info)
    const range = { start: head.start, end: head.sizeBytes }
    if (decoder !== undefined) await decodeHere(decoder, path, { range, end }, meter, control)
    else if (ffmpeg === undefined) return { measured: undefined, tagged, trim, needsFfmpeg: true }
    else await decodeByFfmpeg(ffmpeg, path, info, meter, control)
    const { measured, decodedSamples } = meter.result(info)
    return { measured, tagged, trim: trim ?? trimByDecoding(end, decodedSamples), needsFfmpeg: false }
  } catch (error) {
    if (control.signal.aborted) throw error
    if (error instanceof NoFfmpeg) return { measured: undefined, tagged, trim, needsFfmpeg: true }
    if (isOfSystem(error)) throw error
    return { measured: undefined, tagged, trim, needsFfmpeg: false }
  }
}

/**
 * Whether an error comes from the operating system. All other errors come from a decoder and mean that the file cannot
 * be decoded.
 */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The trim of an Ogg file. The encoder has added the samples beyond the last granule position. */
function trimByDecoding(end: OggEnd | undefined, decodedSamples: number): EncoderTrim | undefined {
  if (end === undefined) return undefined
  const paddingSamples = Math.max(0, decodedSamples - end.samples)
  // More than a second of padding means that the granule positions have gaps, as in streams that were joined.
  if (paddingSamples > end.clock) return undefined
  return { delaySamples: end.preSkip, paddingSamples, sampleRate: end.clock }
}

interface OpenMeter {
  add: (piece: SamplePiece, order: Decoder['order']) => void
  result: (info: Sound) => { measured: NonNullable<FileSound['measured']>; decodedSamples: number }
}

/**
 * Measures decoded samples. The `SoundMeter` is created only when the first samples arrive, because the sample rate and
 * the number of channels are not known before.
 */
function openMeter(end: OggEnd | undefined, gain: number): OpenMeter {
  let meter: SoundMeter | undefined
  let rate = 0
  let channelCount = 0
  let decodedSamples = 0
  return {
    add: ({ channels, count, sampleRate }, order) => {
      if (count === 0) return
      if (meter === undefined) {
        rate = sampleRate
        channelCount = channels.length
        meter = new SoundMeter({ sampleRate, channels: channelCount, order })
      }
      if (sampleRate !== rate || channels.length !== channelCount)
        throw new Undecodable('the rate or the channels change')
      const played = end === undefined ? count : Math.min(count, Math.max(0, end.samples - decodedSamples))
      if (gain !== 1) for (const samples of channels) amplify(samples, gain)
      meter.add(channels, played)
      decodedSamples += count
    },
    result: ({ durationSeconds }) => {
      if (meter === undefined || meter.samples < durationSeconds * rate * LEAST_SHARE)
        throw new Undecodable('much less audio than declared')
      const { loudness, waveform, silence } = meter.result()
      const measured = {
        loudness: loudness && {
          lufs: loudness.lufs,
          peakDbtp: loudness.peakDbtp,
          blocks: encodeBins(loudness.bins),
        },
        waveform: Buffer.from(waveform).toString('base64'),
        silence,
      }
      return { measured, decodedSamples }
    },
  }
}

function amplify(samples: Float32Array, gain: number): void {
  for (const [index, sample] of samples.entries()) samples[index] = sample * gain
}

async function decodeHere(
  decoder: Decoder,
  path: string,
  { range, end }: { range: { start: number; end: number }; end: OggEnd | undefined },
  meter: OpenMeter,
  { signal, beforePiece }: AnalysisControl,
): Promise<void> {
  const file = openSync(path, 'r')
  const piece = new Uint8Array(PIECE_BYTES)
  try {
    for (let at = range.start; at < range.end;) {
      signal.throwIfAborted()
      beforePiece()
      const count = readSync(file, piece, 0, Math.min(PIECE_BYTES, range.end - at), at)
      if (count === 0) break
      const bytes = piece.subarray(0, count)
      if (end !== undefined) unmarkLastPage(bytes, at, end.lastPage)
      meter.add(await decoder.decode(bytes), decoder.order)
      at += count
    }
    const rest = await decoder.flush()
    if (rest !== undefined) meter.add(rest, decoder.order)
  } finally {
    closeSync(file)
    decoder.free()
  }
}

const FLAGS_OFFSET = 5
const LAST_PAGE_FLAG = 4

/**
 * Clears the flag of the last page in the Ogg stream, so that the decoder also returns the samples beyond the last
 * granule position.
 */
function unmarkLastPage(bytes: Uint8Array, start: number, lastPage: number): void {
  const at = lastPage + FLAGS_OFFSET - start
  const flags = bytes[at]
  if (flags !== undefined) bytes[at] = flags & ~LAST_PAGE_FLAG
}

async function decodeByFfmpeg(
  ffmpeg: string,
  path: string,
  info: Known,
  meter: OpenMeter,
  { signal, beforePiece }: AnalysisControl,
): Promise<void> {
  const { durationSeconds, sampleRate, channels } = info
  const parameters = ['-f', demuxerOf(info), '-i', `file:${path}`, '-map', '0:a:0', '-map_metadata', '-1']
  const output = ['-c:a', 'pcm_f32le', '-f', 'wav', 'pipe:1']
  const seconds = Math.ceil(Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, durationSeconds / LEAST_SPEED)))
  const declaredBytes = durationSeconds * sampleRate * channels * BYTES_PER_SAMPLE
  const limits = { seconds, printedBytes: declaredBytes * SURPLUS_FACTOR + SURPLUS_BYTES, fileBytes: 0 }
  const decoder = pcmDecoder()
  const run = { ffmpeg, parameters: [...parameters, ...output], limits, signal }
  const isDone = await streamFfmpeg(run, async (piece) => {
    beforePiece()
    meter.add(await decoder.decode(piece), decoder.order)
  })
  if (!isDone) throw new Undecodable('ffmpeg cannot decode it')
}
