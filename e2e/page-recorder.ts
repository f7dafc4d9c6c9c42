import type { Page } from '@playwright/test'
import type { TimedRecording } from './compared-sound.ts'

/*
 * Records what a page plays from its first audio element on, with the times at which it was output, so that recordings
 * of several pages of one machine can be compared.
 */

/** Samples per second of a recording; enough for a comparison to a third of a millisecond. */
const SAMPLE_RATE = 3000
/**
 * The context has this many samples for each one of the recording. Browsers start and stop elements between blocks of 128
 * samples, so that a slow context would delay them by a twentieth of a second.
 */
const DIVISOR = 8

const RECORDER = `registerProcessor('page-recorder', class extends AudioWorkletProcessor {
  sound = new Float32Array(1024)
  filled = 0
  process([[channel]]) {
    for (let at = 0; at < 128; at += ${DIVISOR}) {
      let sum = 0
      for (let each = at; channel && each < at + ${DIVISOR}; each += 1) sum += channel[each]
      this.sound[this.filled] = sum / ${DIVISOR}
      this.filled += 1
    }
    if (this.filled < this.sound.length) return true
    this.port.postMessage({ sound: this.sound.slice(), frame: (currentFrame + 128) / ${DIVISOR} - this.filled })
    this.filled = 0
    return true
  }
})`

declare global {
  interface Window {
    pageRecording?: {
      context: AudioContext
      blocks: { sound: Float32Array<ArrayBuffer>; frame: number }[]
      /** Pairs of a time of the context in seconds, and the time in milliseconds since 1970 at which it was output. */
      times: [number, number][]
    }
  }
}

/** Records all audio elements that the page will create. Call it before the first navigation. */
export async function recordPage(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page)
  // The Content-Security-Policy of the page would block the script of the recorder.
  await device.send('Page.setBypassCSP', { enabled: true })
  await page.addInitScript(record, { script: RECORDER, sampleRate: SAMPLE_RATE * DIVISOR })
}

/** Runs in the page before its own scripts. */
function record({ script, sampleRate }: { script: string; sampleRate: number }): void {
  // As the mixer of the player: with the small buffers of the default, a busy machine interrupts the sound.
  const context = new AudioContext({ sampleRate, latencyHint: 'playback' })
  const recording: NonNullable<Window['pageRecording']> = { context, blocks: [], times: [] }
  window.pageRecording = recording
  const mixed = new GainNode(context)
  const createElement = document.createElement.bind(document)
  const create = (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options)
    if (element instanceof HTMLAudioElement) context.createMediaElementSource(element).connect(mixed)
    return element
  }
  Reflect.set(document, 'createElement', create)
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  void context.audioWorklet.addModule(url).then(() => {
    const node = new AudioWorkletNode(context, 'page-recorder')
    node.port.addEventListener('message', ({ data }) => recording.blocks.push(data))
    node.port.start()
    mixed
      .connect(node)
      .connect(new GainNode(context, { gain: 0 }))
      .connect(context.destination)
  })
  setInterval(() => {
    void context.resume()
    const { contextTime, performanceTime } = context.getOutputTimestamp()
    if (contextTime !== undefined && performanceTime !== undefined && contextTime > 0)
      recording.times.push([contextTime, performance.timeOrigin + performanceTime])
  }, 100)
}

/** What was recorded since the page was opened, or since this was called last. */
export async function takeRecording(page: Page): Promise<TimedRecording> {
  const { blocks, times, latencyMs } = await page.evaluate(() => {
    const taken = window.pageRecording
    if (!taken) throw new Error('Nothing is recorded')
    const textOf = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
    return {
      blocks: taken.blocks
        .splice(0)
        .map(({ sound, frame }) => ({ frame, sound: textOf(new Uint8Array(sound.buffer)) })),
      times: taken.times.splice(0),
      latencyMs: 1000 * (taken.context.baseLatency + taken.context.outputLatency),
    }
  })
  const decoded = blocks.map(({ frame, sound }) => {
    const bytes = Uint8Array.from(Buffer.from(sound, 'base64'))
    return { frame, sound: new Float32Array(bytes.buffer) }
  })
  return { sampleRate: SAMPLE_RATE, blocks: decoded, times, latencyMs }
}
