import type { EncodedPacket, EncodedPacketSink } from 'mediabunny'
import { cutOpusHeader, opusSeconds, vorbisLengths } from './packet-lengths.ts'
import { headerOf, type Codec } from './wrap-packets.ts'
import { UnsuitableFile } from './sound-file.ts'

/** The relation of a format's packets to the time of its decoder. */
export interface Timing {
  /** Is added to the stated time of a packet. */
  shiftSeconds: number
  delaySeconds: number
  secondsOf: (packet: EncodedPacket) => number
  restart: () => void
  /** The end of the music, if it is not the end of the last packet. */
  musicEndSeconds?: number
}

/** What is needed to read and to wrap the packets of a file. */
export interface TimedTrack {
  codec: Codec
  config: AudioDecoderConfig
  timing: Timing
}

/** What iTunes states about the samples around the music; undefined where it does not. */
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

/** With an edit list, packets before the music have negative times; iTunes states their samples in a tag. */
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
