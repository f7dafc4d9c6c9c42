import { openMediaTimeline } from './media-timeline.ts'

/** The header of a frame of silence: MPEG 1 layer III, 32 kbit/s, 44.1 kHz, mono. */
const FRAME_HEADER = [0xff, 0xfb, 0x10, 0xc0]
const FRAME_BYTES = 104
const FRAME_SECONDS = 1152 / 44_100
const FRAMES = 20
/** The append window of the test begins and ends in the middle of frames. */
const FROM_SECONDS = 5.5 * FRAME_SECONDS
const UNTIL_SECONDS = 14.5 * FRAME_SECONDS
const TOLERANCE_SECONDS = 0.002
/** Milliseconds without an answer of the browser after which the test counts as failed. */
const TIMEOUT = 3000

/**
 * Tests whether the browser cuts packets exactly at both ends of an append window. The standard also allows the browser
 * to drop the whole packet, which would lose up to 26 ms of sound at either end of a track.
 */
export async function cutsWithinPackets(Source: typeof MediaSource): Promise<boolean> {
  const type = 'audio/mpeg'
  if (!Source.isTypeSupported(type)) return false
  const element = document.createElement('audio')
  const timeline = openMediaTimeline(element, Source)
  const silence = new Uint8Array(FRAMES * FRAME_BYTES)
  for (let frame = 0; frame < FRAMES; frame += 1) silence.set(FRAME_HEADER, frame * FRAME_BYTES)
  try {
    const place = { type, at: 0, from: FROM_SECONDS, until: UNTIL_SECONDS }
    const appended = await Promise.race([timeline.append(silence, place).then(() => true), timeout()])
    const { buffered } = element
    return (
      appended &&
      buffered.length === 1 &&
      Math.abs(buffered.start(0) - FROM_SECONDS) < TOLERANCE_SECONDS &&
      Math.abs(buffered.end(0) - UNTIL_SECONDS) < TOLERANCE_SECONDS
    )
  } catch {
    return false
  } finally {
    timeline.close()
    element.removeAttribute('src')
    element.load()
  }
}

function timeout(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT, false))
}
