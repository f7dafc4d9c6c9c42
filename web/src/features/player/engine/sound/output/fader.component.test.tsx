import { expect, test } from 'vitest'
import { createFader, type Fader } from './fader.ts'

const SAMPLE_RATE = 48_000
/**
 * Commands to faders take effect at multiples of this many seconds: an offline context can stop only after whole blocks
 * of samples.
 */
const BLOCK = 128 / SAMPLE_RATE

/** Renders a constant signal through two faders, each on its own channel, and gives these commands at their times. */
async function rendered(seconds: number, commands: readonly [at: number, (faders: Fader[]) => void][]) {
  const context = new OfflineAudioContext({
    numberOfChannels: 2,
    length: seconds * SAMPLE_RATE,
    sampleRate: SAMPLE_RATE,
  })
  const merger = new ChannelMergerNode(context, { numberOfInputs: 2 })
  merger.connect(context.destination)
  const faders = [0, 1].map((channel) => {
    const source = new ConstantSourceNode(context)
    const node = new GainNode(context)
    source.connect(node).connect(merger, 0, channel)
    source.start()
    return createFader(context, node.gain)
  })
  for (const [at, command] of commands) {
    if (at === 0) command(faders)
    else
      void context.suspend(Math.round(at / BLOCK) * BLOCK).then(() => {
        command(faders)
        return context.resume()
      })
  }
  const buffer = await context.startRendering()
  return [buffer.getChannelData(0), buffer.getChannelData(1)]
}

const powerAt = (channels: Float32Array[], seconds: number) => {
  const index = Math.round(seconds * SAMPLE_RATE)
  return channels.reduce((sum, channel) => sum + (channel[index] ?? 0) ** 2, 0)
}

test('what fades out and what fades in have one power, within half a decibel', async () => {
  const channels = await rendered(1.5, [
    [0, ([, into]) => into?.silence()],
    [
      0.25,
      ([out, into]) => {
        const at = (into?.now() ?? 0) + 0.02
        out?.fade('out', at, 1)
        into?.fade('in', at, 1)
      },
    ],
  ])
  for (let at = 0.01; at < 1.49; at += 0.005)
    expect(Math.abs(10 * Math.log10(powerAt(channels, at)))).toBeLessThan(0.5)
  const [out, into] = channels
  expect([out?.[100], into?.[100]]).toEqual([1, 0])
  expect(out?.at(-1)).toBeCloseTo(0, 3)
  expect(into?.at(-1)).toBeCloseTo(1, 3)
})

test('a fade that is broken off comes to the full level without a jump, and stays there', async () => {
  const [, into] = await rendered(1, [
    [0, ([, into]) => into?.silence()],
    [0.1, ([, into]) => into?.fade('in', into.now() + 0.02, 2)],
    [0.6, ([, into]) => into?.open()],
  ])
  if (!into) throw new Error('Nothing was rendered')
  const steps = into.map((value, index) => Math.abs(value - (into[index - 1] ?? value)))
  expect(Math.max(...steps)).toBeLessThan(0.01)
  expect(into.at(-1)).toBeCloseTo(1, 5)
})
