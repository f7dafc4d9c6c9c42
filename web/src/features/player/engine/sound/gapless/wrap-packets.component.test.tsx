import { expect, onTestFinished, test } from 'vitest'
import { openMediaTimeline } from './media-timeline.ts'
import { cutOpusHeader } from './packet-lengths.ts'
import { typeOf, wrapped } from './wrap-packets.ts'

/** An Opus packet with 20 ms of silence. */
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe)
const PACKET_SECONDS = 0.02
const PACKETS = 10

/** The Opus header of a file that was encoded from sound with this sample rate. */
function opusHeader(inputRate: number): Uint8Array {
  const header = new Uint8Array(19)
  header.set(new TextEncoder().encode('OpusHead'))
  header.set([1, 1], 8)
  const view = new DataView(header.buffer)
  view.setUint16(10, 312, true)
  view.setUint32(12, inputRate, true)
  return header
}

test.each([48_000, 44_100, 8000])('Opus that was encoded from %d Hz can be appended', async (inputRate) => {
  const element = document.createElement('audio')
  const timeline = openMediaTimeline(element, MediaSource)
  onTestFinished(() => timeline.close())
  const { description } = cutOpusHeader(opusHeader(inputRate))
  const config = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description }
  const packets = Array.from({ length: PACKETS }, (_, index) => ({
    data: SILENCE,
    startSeconds: index * PACKET_SECONDS,
    lengthSeconds: PACKET_SECONDS,
  }))
  const place = { type: typeOf('opus', config), at: 0, from: 0, until: Infinity }
  await timeline.append(await wrapped('opus', config, packets), place)
  expect(element.buffered.end(0)).toBeCloseTo(PACKETS * PACKET_SECONDS)
})
