import { expect, onTestFinished, test } from 'vitest'
import type { SoundEvents } from '../audio.ts'
import { amplifyPlainly } from '../output/amplifier.ts'
import { createTimelineSound } from './timeline-sound.ts'
import type { SoundFile } from './sound-file.ts'

/** A frame of silence: MPEG 1 layer III, 32 kbit/s, 44.1 kHz, mono. */
const FRAME = new Uint8Array(104)
FRAME.set([0xff, 0xfb, 0x10, 0xc0])
const FRAME_SECONDS = 1152 / 44_100
const SHORT_FRAMES = 60
const LONG_FRAMES = 600
const SHORT_SECONDS = SHORT_FRAMES * FRAME_SECONDS
/** Seconds before the end at which a decoder has read it. */
const READ_SECONDS = 0.12

function silence(frames: number): SoundFile {
  return {
    type: 'audio/mpeg',
    delaySeconds: 0,
    durationSeconds: frames * FRAME_SECONDS,
    async *packets(fromSeconds) {
      for (let frame = Math.floor(fromSeconds / FRAME_SECONDS); frame < frames; frame += 1)
        yield { data: FRAME, startSeconds: frame * FRAME_SECONDS, lengthSeconds: FRAME_SECONDS }
    },
    endOf: ({ startSeconds, lengthSeconds }) => startSeconds + lengthSeconds,
    async wrap(packets) {
      const bytes = new Uint8Array(packets.length * FRAME.length)
      for (const index of packets.keys()) bytes.set(FRAME, index * FRAME.length)
      return bytes
    },
    close: () => undefined,
  }
}

const nothing = () => undefined

test('a track whose file comes when the end of the sound was stated is played, not skipped', async () => {
  const element = document.createElement('audio')
  const isNearEnd = () => element.currentTime > SHORT_SECONDS - READ_SECONDS
  const ends: number[] = []
  const events: SoundEvents = {
    onTime: nothing,
    onLength: nothing,
    onBuffered: nothing,
    onPlaying: nothing,
    onWaiting: nothing,
    onPaused: nothing,
    onRejected: nothing,
    onJump: nothing,
    onNearlyEnded: nothing,
    // As the player does it.
    onEnded() {
      ends.push(element.currentTime)
      if (ends.length > 1) return
      sound.change()
      sound.play()
    },
    onFailure: nothing,
  }
  const sound = createTimelineSound(
    {
      element,
      Source: MediaSource,
      amplifier: amplifyPlainly(element),
      async openFile(address) {
        if (address === 'first') return silence(SHORT_FRAMES)
        while (!isNearEnd()) await new Promise((resolve) => setTimeout(resolve, 5))
        return silence(LONG_FRAMES)
      },
    },
    { events, onUnsuitable: nothing, onNextUnsuitable: nothing, canBeFollowed: () => false },
  )
  onTestFinished(sound.close)
  sound.setVolume(1, true)
  sound.open('first', 0)
  sound.prepare('second')
  sound.play()
  await expect.poll(() => element.currentTime, { timeout: 15_000 }).toBeGreaterThan(SHORT_SECONDS + 0.5)
  expect(element.currentTime).toBeLessThan(SHORT_SECONDS + (LONG_FRAMES * FRAME_SECONDS) / 2)
  expect(ends).toHaveLength(1)
})
