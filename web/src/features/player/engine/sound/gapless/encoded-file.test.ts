import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadFailure } from './byte-ranges.ts'
import { openEncoded } from './encoded-file.ts'
import { UnsuitableFile, type SoundFile } from './sound-file.ts'

const ADDRESS = 'https://archive.example/api/quality/weg.flac?kbps=96&codec=opus'
const TRACK_SECONDS = 30
const PACKET_SECONDS = 0.02
/** The first byte (TOC) of an Opus packet of 20 ms. */
const TOC = 0xf8
const RATE = 48_000
const DELAY_SAMPLES = 312

/**
 * Returns the fake server's encoding of the track from this second on. Each packet contains the second of the track at
 * which the packet begins.
 */
async function encodingFrom(from: number): Promise<Uint8Array<ArrayBuffer>> {
  const description = new Uint8Array(19)
  description.set(new TextEncoder().encode('OpusHead'))
  const view = new DataView(description.buffer)
  description.set([1, 1], 8)
  view.setUint16(10, DELAY_SAMPLES, true)
  view.setUint32(12, RATE, true)
  const target = new BufferTarget()
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 1 }),
    target,
  })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', sampleRate: RATE, numberOfChannels: 1, description }
  for (let packet = 0; packet * PACKET_SECONDS < TRACK_SECONDS - from; packet += 1) {
    const data = Uint8Array.of(TOC, from + Math.floor(packet * PACKET_SECONDS))
    const encoded = new EncodedPacket(data, 'key', packet * PACKET_SECONDS, PACKET_SECONDS)
    await source.add(encoded, { decoderConfig })
  }
  await output.finalize()
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer())
  stateLength(bytes, TRACK_SECONDS - from)
  return bytes
}

function stateLength(bytes: Uint8Array<ArrayBuffer>, seconds: number): void {
  const at = new TextDecoder('latin1').decode(bytes).indexOf('mdhd')
  const view = new DataView(bytes.buffer, at)
  const isLarge = view.getUint8(4) === 1
  const ticks = Math.round(seconds * view.getUint32(isLarge ? 24 : 16))
  view.setUint32(isLarge ? 32 : 20, ticks)
}

/** The fake server. A response stays incomplete until the test ends it. */
const server = {
  requests: [] as string[],
  refusals: [] as number[],
  bodies: [] as { finish: () => void; break: () => void }[],
}

beforeEach(() => {
  Object.assign(server, { requests: [], refusals: [], bodies: [] })
  vi.stubGlobal('location', { href: 'https://archive.example/archive' })
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address)
    server.requests.push(searchParams.get('from') ?? 'beginning')
    const status = server.refusals.shift()
    if (status !== undefined) return new Response('', { status })
    const bytes = await encodingFrom(Number(searchParams.get('from') ?? 0))
    // The first third of the response is sent at once, the rest when the test ends the response.
    const middle = Math.floor(bytes.length / 3)
    return new Response(
      new ReadableStream<Uint8Array>({
        start(body) {
          body.enqueue(bytes.subarray(0, middle))
          server.bodies.push({
            finish() {
              body.enqueue(bytes.subarray(middle))
              body.close()
            },
            break: () => body.error(new TypeError('terminated')),
          })
        },
      }),
    )
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = async (atSeconds = 0) => openEncoded(ADDRESS, async (address) => address, atSeconds)

/** Reads packets from this second on: the second of the track that each packet contains, and the packet's own time. */
async function read(file: SoundFile, from: number, count: number) {
  const found: { second: number | undefined; startSeconds: number }[] = []
  for await (const { data, startSeconds } of file.packets(from)) {
    found.push({ second: data[1], startSeconds })
    if (found.length === count) break
  }
  return found
}

test('packets are read while the server encodes the rest, and the length is known from the beginning', async () => {
  const file = await open()
  expect(file.type).toBe('audio/mp4; codecs="opus"')
  expect(file.delaySeconds).toBe(DELAY_SAMPLES / RATE)
  expect(file.durationSeconds).toBeCloseTo(TRACK_SECONDS, 1)
  const packets = await read(file, 0, 250)
  expect(packets.at(-1)).toEqual({ second: 4, startSeconds: expect.closeTo(4.98, 2) })
  expect(server.requests).toEqual(['beginning'])
})

test('a second that is not there yet is requested as another encoding, one that was received is not', async () => {
  const file = await open()
  await read(file, 0, 100)
  const [later] = await read(file, 21.5, 1)
  expect(server.requests).toEqual(['beginning', '21'])
  expect(later?.second).toBe(21)
  expect(later?.startSeconds).toBeGreaterThan(21.4)
  expect(later?.startSeconds).toBeLessThan(21.6)
  // A position less than a second after the beginning of an encoding waits for that encoding.
  expect((await read(file, 21.9, 1))[0]?.second).toBe(21)
  expect(server.requests).toHaveLength(2)
  expect((await read(file, 3.5, 1))[0]?.second).toBe(3)
  expect(server.requests).toEqual(['beginning', '21', '3'])
  server.bodies.at(-1)?.finish()
  await read(file, 3.5, 1300)
  expect((await read(file, 29, 1))[0]?.second).toBe(29)
  expect(server.requests).toHaveLength(3)
})

test('a track that is continued is encoded from there on', async () => {
  const file = await open(12.7)
  expect(file.durationSeconds).toBeCloseTo(TRACK_SECONDS, 1)
  expect((await read(file, 12.7, 1))[0]?.second).toBe(12)
  expect(server.requests).toEqual(['12'])
})

test('the end of a track has a last packet, whatever second is asked for', async () => {
  const file = await open()
  const finishing = vi.waitFor(() => expect(server.bodies).toHaveLength(2))
  const last = read(file, TRACK_SECONDS, 100)
  await finishing
  server.bodies.at(-1)?.finish()
  const packets = await last
  expect(server.requests).toEqual(['beginning', '29'])
  expect(packets.at(-1)?.startSeconds).toBeCloseTo(TRACK_SECONDS - PACKET_SECONDS, 1)
  const end = file.endOf({ data: new Uint8Array(), startSeconds: 0, lengthSeconds: 0 })
  expect(end).toBeCloseTo(TRACK_SECONDS, 1)
})

test('an expired ticket is renewed, a lost connection is a failed load, and a refusal is left to an element', async () => {
  server.refusals.push(401)
  const file = await open()
  expect(server.requests).toHaveLength(2)
  const reading = read(file, 0, 1400)
  server.bodies.at(-1)?.break()
  await expect(reading).rejects.toBeInstanceOf(LoadFailure)
  // Reading continues at the position where the response has failed.
  expect((await read(file, 9.5, 1))[0]?.second).toBe(9)
  // 404: the server has no ffmpeg. 503: it has no space for the encoded file.
  for (const status of [404, 503]) {
    server.refusals.push(status)
    await expect(open()).rejects.toBeInstanceOf(UnsuitableFile)
  }
})
