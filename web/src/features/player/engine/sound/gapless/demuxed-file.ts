import {
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  FLAC,
  Input,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
} from 'mediabunny'
import type { ByteRanges } from './byte-ranges.ts'
import { itunesDelaysOf } from './itunes-delays.ts'
import { cutOpusHeader, opusSeconds, vorbisLengths } from './packet-lengths.ts'
import { UnsuitableFile, type SoundFile, type SoundPacket } from './sound-file.ts'
import { webmOf } from './webm.ts'

const CACHE_BYTES = 1024 * 1024
/** Seconds at the beginning in which packets before the music are stated as if they were in it. */
const UNCERTAIN_SECONDS = 0.2

type Codec = 'aac' | 'flac' | 'opus' | 'vorbis'

/** How the packets of a format lie in the time of its decoder. */
interface Timing {
  /** What is added to the stated time of a packet. */
  shiftSeconds: number
  delaySeconds: number
  secondsOf: (packet: EncodedPacket) => number
  restart: () => void
  /** The end of the music, if it is not that of the last packet. */
  musicEndSeconds?: number
}

interface Opened {
  codec: Codec
  config: AudioDecoderConfig
  timing: Timing
}

/** A file of AAC in MP4, FLAC, or Opus or Vorbis in Ogg. @throws LoadFailure @throws UnsuitableFile */
export async function openDemuxed(bytes: ByteRanges): Promise<SoundFile> {
  let loadFailure: unknown
  const source = new CustomSource({
    getSize: bytes.size,
    async read(start, end) {
      try {
        return await bytes.read(start, end)
      } catch (failure) {
        loadFailure = failure
        throw failure
      }
    },
    maxCacheSize: CACHE_BYTES,
    // A failure is thrown by the read that needs the bytes.
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ source, formats: [MP4, FLAC, OGG] })
  const close = () => {
    input.dispose()
    bytes.close()
  }
  try {
    const track = await input.getPrimaryAudioTrack()
    const config = await track?.getDecoderConfig()
    const codec = await track?.getCodec()
    if (!track || !config || !isKnown(codec)) throw new UnsuitableFile('Its sound is not known')
    const sink = new EncodedPacketSink(track)
    const opened = await timed(codec, config, sink, bytes)
    const end = await track.getDurationFromMetadata().catch(() => null)
    return { ...fileOf(opened, sink, end ?? undefined), close }
  } catch (failure) {
    close()
    throw loadFailure ?? failure
  }
}

function isKnown(codec: string | null | undefined): codec is Codec {
  return codec === 'aac' || codec === 'flac' || codec === 'opus' || codec === 'vorbis'
}

async function timed(
  codec: Codec,
  config: AudioDecoderConfig,
  sink: EncodedPacketSink,
  bytes: ByteRanges,
): Promise<Opened> {
  const header = headerOf(config)
  if (codec === 'opus') {
    const { delaySeconds, description } = cutOpusHeader(header)
    const timing = {
      shiftSeconds: delaySeconds,
      delaySeconds,
      secondsOf: ({ data }: EncodedPacket) => opusSeconds(data),
      restart: nothing,
    }
    return { codec, config: { ...config, description }, timing }
  }
  if (codec === 'vorbis') {
    const { firstSeconds, secondsOf, restart } = vorbisLengths(header, config.sampleRate)
    const timing = {
      shiftSeconds: firstSeconds,
      delaySeconds: firstSeconds,
      secondsOf: ({ data }: EncodedPacket) => secondsOf(data),
      restart,
    }
    return { codec, config, timing }
  }
  if (codec === 'flac') {
    const timing = {
      shiftSeconds: 0,
      delaySeconds: 0,
      secondsOf: ({ duration }: EncodedPacket) => duration,
      restart: nothing,
    }
    return { codec, config, timing }
  }
  return { codec, config, timing: await aacTiming(config, sink, bytes) }
}

const nothing = () => undefined

/** An edit list leaves the packets before the music in negative times; iTunes states them in a tag. */
async function aacTiming(
  { sampleRate }: AudioDecoderConfig,
  sink: EncodedPacketSink,
  bytes: ByteRanges,
): Promise<Timing> {
  const first = await sink.getFirstPacket({ metadataOnly: true })
  if (!first) throw new UnsuitableFile('It holds no sound')
  const tag = await itunesDelaysOf(bytes)
  const delaySeconds = tag ? tag.delaySamples / sampleRate : Math.max(0, -first.timestamp)
  return {
    shiftSeconds: -first.timestamp,
    delaySeconds,
    secondsOf: () => first.duration,
    restart: nothing,
    ...(tag && { musicEndSeconds: delaySeconds + tag.musicSamples / sampleRate }),
  }
}

function fileOf(
  { codec, config, timing }: Opened,
  sink: EncodedPacketSink,
  endSeconds: number | undefined,
): Omit<SoundFile, 'close'> {
  const { delaySeconds, shiftSeconds, secondsOf, restart, musicEndSeconds } = timing
  /** The stated end of the last packet that was read, in the decoder's time. */
  let statedEnd = 0
  const musicEnd = musicEndSeconds ?? (endSeconds === undefined ? undefined : endSeconds + shiftSeconds)
  return {
    type: typeOf(codec, config),
    delaySeconds,
    durationSeconds: musicEnd === undefined ? undefined : musicEnd - delaySeconds,
    async *packets(fromSeconds) {
      restart()
      const isFirst = fromSeconds < UNCERTAIN_SECONDS
      let packet = isFirst
        ? await sink.getFirstPacket()
        : await sink.getPacket(fromSeconds + delaySeconds - shiftSeconds)
      let startSeconds = isFirst || !packet ? 0 : packet.timestamp + shiftSeconds
      while (packet) {
        const lengthSeconds = secondsOf(packet)
        statedEnd = packet.timestamp + packet.duration + shiftSeconds
        yield { data: packet.data, startSeconds, lengthSeconds }
        startSeconds += lengthSeconds
        packet = await sink.getNextPacket(packet)
      }
    },
    endOf: () => musicEndSeconds ?? statedEnd,
    wrap: (packets) => wrapped(codec, config, packets),
  }
}

function typeOf(codec: Codec, config: AudioDecoderConfig): string {
  if (codec === 'vorbis') return 'audio/webm; codecs="vorbis"'
  return `audio/mp4; codecs="${codec === 'aac' ? config.codec : codec}"`
}

/** Fragmented MP4, or WebM for Vorbis, which begins at second 0. */
async function wrapped(
  codec: Codec,
  decoderConfig: AudioDecoderConfig,
  packets: readonly SoundPacket[],
): Promise<Uint8Array<ArrayBuffer>> {
  if (codec === 'vorbis') return webmOf(decoderConfig, headerOf(decoderConfig), packets)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const beginning = packets[0]?.startSeconds ?? 0
  for (const { data, startSeconds, lengthSeconds } of packets) {
    const packet = new EncodedPacket(data, 'key', startSeconds - beginning, lengthSeconds)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  if (target.buffer === null) throw new UnsuitableFile('It could not be wrapped')
  return new Uint8Array(target.buffer)
}

function headerOf({ description }: AudioDecoderConfig): Uint8Array {
  if (description === undefined) return new Uint8Array()
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
}
