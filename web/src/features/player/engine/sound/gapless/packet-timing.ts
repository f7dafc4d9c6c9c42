import type { EncodedPacket, EncodedPacketSink } from 'mediabunny'
import { cutOpusHeader, opusSeconds, vorbisLengths } from './packet-lengths.ts'
import { headerOf, type Codec } from './wrap-packets.ts'
import { UnsuitableFile } from './sound-file.ts'

/** How the times of a format's packets relate to the time of the decoder's output. */
export interface Timing {
  /** Seconds that are added to the time which the container states for a packet. */
  shiftSeconds: number
  delaySeconds: number
  secondsOf: (packet: EncodedPacket) => number
  restart: () => void
  /** Where the music ends, in seconds of the decoder's output; undefined if it ends with the last packet. */
  musicEndSeconds?: number
}

/** What is needed to read the packets of a file, and to wrap them in a container that the browser accepts. */
export interface TimedTrack {
  codec: Codec
  config: AudioDecoderConfig
  timing: Timing
}

/**
 * Reads what iTunes states about the samples before the music, and about the length of the music; undefined for a file
 * without that tag.
 */
type ReadTag = () => Promise<{ delaySamples: number; musicSamples: number } | undefined>

export async function timedTrack(
  codec: Codec,
  config: AudioDecoderConfig,
  sink: EncodedPacketSink,
  readTag: ReadTag,
): Promise<TimedTrack> {
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
  return { codec, config, timing: await aacTiming(config, sink, readTag) }
}

const nothing = () => undefined

/**
 * Packets before the music have negative times if the file has an edit list. Encoders like iTunes state the samples
 * before the music in a tag instead.
 */
async function aacTiming(
  { sampleRate }: AudioDecoderConfig,
  sink: EncodedPacketSink,
  readTag: ReadTag,
): Promise<Timing> {
  const first = await sink.getFirstPacket({ metadataOnly: true })
  if (!first) throw new UnsuitableFile('It holds no sound')
  const tag = await readTag()
  const delaySeconds = tag ? tag.delaySamples / sampleRate : Math.max(0, -first.timestamp)
  return {
    shiftSeconds: -first.timestamp,
    delaySeconds,
    secondsOf: () => first.duration,
    restart: nothing,
    ...(tag && { musicEndSeconds: delaySeconds + tag.musicSamples / sampleRate }),
  }
}
