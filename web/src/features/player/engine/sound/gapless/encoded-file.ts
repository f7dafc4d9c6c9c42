import { ReadableStreamSource } from 'mediabunny'
import { addressFrom } from '#client/qualities.ts'
import { LoadFailure } from './byte-ranges.ts'
import { openPackets } from './demuxed-file.ts'
import { UnsuitableFile, type SoundFile } from './sound-file.ts'

/**
 * How many bytes are received before they are needed, because the server closes a response that the client does not
 * read.
 */
const AHEAD_BYTES = 16 * 1024 * 1024
/**
 * An encoding is requested from at least this many seconds before the end of the track; a later one would contain no
 * sound.
 */
const LAST_SECONDS = 0.5

/** A response of the server: the track, encoded from the second `originSeconds` on. */
interface Part {
  originSeconds: number
  file: SoundFile
  /** Whether the whole response was received. */
  isWhole: () => boolean
  /**
   * A position up to this second of the track waits for this response. For a later position another encoding is
   * requested.
   */
  readUntil: number
}

type Renew = (address: string) => Promise<string>

/**
 * Opens a track that the server encodes while it sends the response, as fragmented MP4 without ranges. Reading at a
 * position that was not received yet requests another encoding, which begins at that position.
 *
 * @param atSeconds - the second of the track at which it will first be played
 * @throws LoadFailure @throws UnsuitableFile
 */
export async function openEncoded(address: string, renewed: Renew, atSeconds: number): Promise<SoundFile> {
  let part = await openPart(address, renewed, atSeconds)
  let isClosed = false
  const { type, delaySeconds } = part.file
  const length = part.file.durationSeconds
  const durationSeconds = length === undefined ? undefined : part.originSeconds + length

  const holds = ({ originSeconds, isWhole, readUntil }: Part, seconds: number) =>
    seconds >= originSeconds && (isWhole() || seconds <= readUntil)

  async function partAt(seconds: number): Promise<Part> {
    if (holds(part, seconds)) return part
    part.file.close()
    part = await openPart(address, renewed, Math.min(seconds, (durationSeconds ?? Infinity) - LAST_SECONDS))
    if (isClosed) part.file.close()
    return part
  }

  return {
    type,
    delaySeconds,
    durationSeconds,
    async *packets(fromSeconds) {
      const current = await partAt(fromSeconds)
      const { file, originSeconds } = current
      for await (const packet of file.packets(fromSeconds - originSeconds)) {
        const startSeconds = originSeconds + packet.startSeconds
        current.readUntil = Math.max(current.readUntil, startSeconds)
        yield { ...packet, startSeconds }
      }
    },
    endOf: (last) => part.originSeconds + part.file.endOf(last),
    wrap: (packets) => part.file.wrap(packets),
    close() {
      isClosed = true
      part.file.close()
    },
  }
}

async function openPart(address: string, renewed: Renew, atSeconds: number): Promise<Part> {
  const originSeconds = Math.floor(atSeconds)
  const closed = new AbortController()
  const part = originSeconds === 0 ? address : addressFrom(address, originSeconds)
  let isWhole = false
  const stream = loadedAhead(await load(part, renewed, closed.signal), () => (isWhole = true))
  const file = await openPackets(
    new ReadableStreamSource(stream, { handleUnhandledError: () => undefined }),
    {
      readTag: async () => undefined,
      close: () => closed.abort(),
    },
  )
  return { originSeconds, file, isWhole: () => isWhole, readUntil: originSeconds + 1 }
}

/**
 * @throws LoadFailure
 * @throws UnsuitableFile when the server cannot encode the track. An audio element then requests the track instead, and
 * reports the reason.
 */
async function load(
  address: string,
  renewed: Renew,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  let response: Response
  try {
    response = await fetch(address, { signal })
    if (response.status === 401 || response.status === 403)
      response = await fetch(await renewed(address), { signal })
  } catch (cause) {
    throw new LoadFailure('Not loaded', { cause })
  }
  if (!response.ok || !response.body) throw new UnsuitableFile(`The server answers ${response.status}`)
  return response.body
}

/**
 * Returns a stream of the same bytes that receives up to `AHEAD_BYTES` before they are read. `onEnd` is called when all
 * are received.
 */
function loadedAhead(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await reader.read()
          if (!done) return controller.enqueue(value)
          onEnd()
          controller.close()
        } catch (cause) {
          controller.error(new LoadFailure('Not loaded', { cause }))
        }
      },
      cancel: async (reason) => reader.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
  )
}
