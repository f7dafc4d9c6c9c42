import { CustomSource, EncodedPacketSink, FLAC, Input, MP4, OGG, type Source } from 'mediabunny'
import type { ByteRanges } from './byte-ranges.ts'
import { itunesDelaysOf } from './itunes-delays.ts'
import { timedTrack, type TimedTrack } from './packet-timing.ts'
import { UnsuitableFile, type SoundFile } from './sound-file.ts'
import { isKnownCodec, typeOf, wrapped } from './wrap-packets.ts'

const CACHE_BYTES = 1024 * 1024
/**
 * Reading from a second earlier than this starts at the first packet of the file: packets before the music may have
 * times that lie within the music.
 */
const UNCERTAIN_SECONDS = 0.2

/** Opens a file of AAC in MP4, FLAC, or Opus or Vorbis in Ogg. @throws LoadFailure @throws UnsuitableFile */
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
    // An error of the source also rejects the read that needs the bytes, and is handled there.
    handleUnhandledError: () => undefined,
  })
  try {
    return await openPackets(source, { readTag: async () => itunesDelaysOf(bytes), close: bytes.close })
  } catch (failure) {
    throw loadFailure ?? failure
  }
}

interface PacketsOptions {
  /** See `timedTrack`. */
  readTag: Parameters<typeof timedTrack>[3]
  /** Called when the sound file is closed, and when it cannot be opened. */
  close: () => void
}

/** Opens the sound of a container file. @throws UnsuitableFile, and what the source throws */
export async function openPackets(source: Source, { readTag, close }: PacketsOptions): Promise<SoundFile> {
  const input = new Input({ source, formats: [MP4, FLAC, OGG] })
  const closeAll = () => {
    input.dispose()
    close()
  }
  try {
    const track = await input.getPrimaryAudioTrack()
    const config = await track?.getDecoderConfig()
    const codec = await track?.getCodec()
    if (!track || !config || !isKnownCodec(codec)) throw new UnsuitableFile('Its sound is not known')
    const sink = new EncodedPacketSink(track)
    const timed = await timedTrack(codec, config, sink, readTag)
    const end = await track.getDurationFromMetadata().catch(() => null)
    return { ...fileOf(timed, sink, end ?? undefined), close: closeAll }
  } catch (failure) {
    closeAll()
    throw failure
  }
}

function fileOf(
  { codec, config, timing }: TimedTrack,
  sink: EncodedPacketSink,
  endSeconds: number | undefined,
): Omit<SoundFile, 'close'> {
  const { delaySeconds, shiftSeconds, secondsOf, restart, musicEndSeconds } = timing
  /** The end of the last packet that was read, as the container states it, in seconds of the decoder's output. */
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
