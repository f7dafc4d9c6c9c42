import { expect, test, vi } from 'vitest'
import { amplifyPlainly } from '../output/amplifier.ts'
import { createGapless } from './index.ts'
import { cutsWithinPackets } from './trim-test.ts'

/** Seconds of one frame of the silence that the trim test appends. */
const FRAME_SECONDS = 1152 / 44_100

/** A fake browser that drops a whole packet if an append window ends within it, as the standard allows. */
class DroppingSource extends MediaSource {
  override addSourceBuffer(type: string): SourceBuffer {
    const buffer = super.addSourceBuffer(type)
    const windows = [
      ['appendWindowStart', (frames: number) => Math.ceil(frames)],
      ['appendWindowEnd', (frames: number) => Math.floor(frames)],
    ] as const
    for (const [name, rounded] of windows) {
      const real = Object.getOwnPropertyDescriptor(SourceBuffer.prototype, name)
      Object.defineProperty(buffer, name, {
        set(seconds: number) {
          real?.set?.call(buffer, rounded(seconds / FRAME_SECONDS) * FRAME_SECONDS)
        },
      })
    }
    return buffer
  }
}

/** A fake browser that does not support MP3. */
class OtherSource extends MediaSource {
  static override isTypeSupported = () => false
}

test('tracks are joined only where the browser cuts to the sample', async () => {
  expect(await cutsWithinPackets(MediaSource)).toBe(true)
  expect(await cutsWithinPackets(DroppingSource)).toBe(false)
  expect(await cutsWithinPackets(OtherSource)).toBe(false)
})

const nothing = () => undefined
const EVENTS = {
  onTime: nothing,
  onLength: nothing,
  onBuffered: nothing,
  onPlaying: nothing,
  onWaiting: nothing,
  onPaused: nothing,
  onRejected: nothing,
  onJump: nothing,
  onNearlyEnded: nothing,
  onEnded: nothing,
  onFailure: nothing,
}
const HANDLERS = {
  events: EVENTS,
  onUnsuitable: nothing,
  onNextUnsuitable: nothing,
  canBeFollowed: () => false,
}

test.each<[string, () => void]>([
  ['a browser that drops packets', () => vi.stubGlobal('MediaSource', DroppingSource)],
  ['a browser without Media Source', () => vi.stubGlobal('MediaSource', undefined)],
  ['Safari on iOS, whose own class is asked', () => vi.stubGlobal('ManagedMediaSource', DroppingSource)],
])('%s keeps an element for each file', async (_name, pretend) => {
  pretend()
  const createElement = vi.fn(() => document.createElement('audio'))
  const renewed = (address: string) => Promise.resolve(address)
  expect(await createGapless(createElement, amplifyPlainly, renewed, HANDLERS)).toBeUndefined()
  expect(createElement).not.toHaveBeenCalled()
})
