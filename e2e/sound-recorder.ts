import type { Page } from '@playwright/test'
import { wavHeader } from '../server/src/testing/wav-file.ts'

/*
 * Records every sample that a page outputs. The Content-Security-Policy of the page must be off, because it would block
 * the script.
 */

/** The reference sound: ten minutes with this many 8-bit samples per second. */
const REFERENCE_RATE = 8000
const REFERENCE_SAMPLES = 600 * REFERENCE_RATE
/** Number of samples for which a recording has one value about the reference. */
const SAMPLES_PER_VALUE = 128
/**
 * If an element waits although it has buffered this many seconds ahead, the cause is the browser and not the player.
 */
const HELD_SECONDS = 0.5
/** A hole in the recording is caused by the browser if the reference has a hole within this many seconds of it. */
const EXPLAINED_SECONDS = 0.5
/** Maximum number of seconds by which the event `waiting` of an element may be late on a busy page. */
const LATE_SECONDS = 2

/**
 * Besides the page's sound it records a reference: an element that plays one constant value. Where the reference is
 * missing, the browser had no sound to output at all.
 */
const RECORDER = `registerProcessor('recorder', class extends AudioWorkletProcessor {
  sound = new Float32Array(16384)
  steady = new Uint8Array(128)
  filled = 0
  nextFrame = currentFrame
  process([[channel], [reference]]) {
    const isSteady = currentFrame === this.nextFrame && reference?.every((value) => Math.abs(value - 0.5) < 0.1)
    this.nextFrame = currentFrame + 128
    this.steady[this.filled / 128] = isSteady ? 1 : 0
    if (channel) this.sound.set(channel, this.filled)
    else this.sound.fill(0, this.filled, this.filled + 128)
    this.filled += 128
    if (this.filled < this.sound.length) return true
    const frame = this.nextFrame - this.filled
    this.port.postMessage({ sound: this.sound.slice(), steady: this.steady.slice(), frame })
    this.filled = 0
    return true
  }
})`

const PARTS = {
  script: RECORDER,
  header: [...wavHeader({ sampleRate: REFERENCE_RATE, channels: 1, bits: 8, bytes: REFERENCE_SAMPLES })],
  samples: REFERENCE_SAMPLES,
  ahead: HELD_SECONDS,
}

export interface Recording {
  samples: Float32Array
  sampleRate: number
  /** One character for every 128 samples: "1" while the reference was heard. */
  steady: string
  /**
   * The samples at which an element waited although the next sound was buffered: the browser did not decode it in time.
   */
  starved: number[]
}

interface RecordedBlock {
  sound: Float32Array<ArrayBuffer>
  steady: Uint8Array
  /** The index of its first sample, counted from the start of the audio context. */
  frame: number
}

declare global {
  interface Window {
    /** The nodes that the page's own mixer outputs to. */
    mixedNodes?: Set<AudioNode>
    recorder?: {
      context: AudioContext
      nodes: AudioNode[]
      /** Undefined until the recording has started. */
      node?: AudioNode
      reference?: HTMLAudioElement
      blocks: RecordedBlock[]
      /** Indexes of samples, counted from the start of the audio context. */
      starvedAt: number[]
    }
  }
}

/** Lets `startRecordingMixer` find the output of the page's own mixer. Run it before the first navigation. */
export function rememberMixer(): void {
  const mixed = new Set<AudioNode>()
  window.mixedNodes = mixed
  const connect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')
  AudioNode.prototype.connect = function connectAndRemember(this: AudioNode, ...to: unknown[]) {
    const recorder = window.recorder?.node
    if (to[0] instanceof AudioDestinationNode) {
      mixed.add(this)
      if (recorder) Reflect.apply(connect?.value, this, [recorder])
    }
    return Reflect.apply(connect?.value, this, to)
  }
}

/** The number of outputs of the page's mixer that something is connected to. */
export function mixedOutputs(): number {
  return window.mixedNodes?.size ?? 0
}

/** Starts recording the output of the page's mixer, and drops earlier recordings. */
export async function startRecordingMixer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const nodes = [...(window.mixedNodes ?? [])]
    const context = nodes[0]?.context
    if (!(context instanceof AudioContext)) throw new Error('Nothing is mixed')
    window.recorder ??= { context, nodes, blocks: [], starvedAt: [] }
  })
  await page.evaluate(record, PARTS)
}

/** Records all audio elements of the page from now on. */
export async function startRecording(page: Page, sampleRate: number): Promise<void> {
  await page.evaluate(async (rate) => {
    const context = new AudioContext({ sampleRate: rate })
    await context.resume()
    const nodes = [...document.querySelectorAll('audio')].map((each) =>
      context.createMediaElementSource(each),
    )
    window.recorder = { context, nodes, blocks: [], starvedAt: [] }
  }, sampleRate)
  await page.evaluate(record, PARTS)
}

/** Runs in the page. */
async function record({ script, header, samples, ahead }: typeof PARTS): Promise<void> {
  const { recorder } = window
  if (!recorder) throw new Error('There is nothing to record')
  const { context, nodes, blocks } = recorder
  blocks.length = 0
  if (recorder.node) return
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
  const node = new AudioWorkletNode(context, 'recorder', { numberOfInputs: 2 })
  node.connect(new GainNode(context, { gain: 0 })).connect(context.destination)
  for (const each of nodes) each.connect(node)

  document.addEventListener(
    'waiting',
    ({ target }) => {
      if (!(target instanceof HTMLAudioElement) || target.seeking) return
      const { buffered, currentTime } = target
      for (let range = 0; range < buffered.length; range += 1)
        if (buffered.start(range) <= currentTime && currentTime + ahead < buffered.end(range))
          recorder.starvedAt.push(Math.round(context.currentTime * context.sampleRate))
    },
    { capture: true },
  )

  const reference = new Audio()
  reference.autoplay = true
  reference.src = URL.createObjectURL(
    new Blob([Uint8Array.from(header), new Uint8Array(samples).fill(192)], { type: 'audio/wav' }),
  )
  context.createMediaElementSource(reference).connect(node, 0, 1)
  Object.assign(recorder, { node, reference })

  await new Promise<void>((resolve) => {
    node.port.addEventListener('message', ({ data }: MessageEvent<RecordedBlock>) => {
      blocks.push(data)
      if (data.steady.every((value) => value === 1)) resolve()
    })
    node.port.start()
  })
  blocks.length = 0
}

/** Drops what was recorded so far. */
export async function clearRecording(page: Page): Promise<void> {
  await page.evaluate(() => window.recorder?.blocks.splice(0))
}

/** What was recorded since the recording began. */
export async function recordingOf(page: Page): Promise<Recording> {
  const { sound, ...about } = await page.evaluate(() => {
    const { recorder } = window
    if (recorder?.reference === undefined || recorder.reference.paused) throw new Error('Nothing is recorded')
    let text = ''
    for (const { sound: block } of recorder.blocks)
      text +=
        String.fromCharCode(...new Uint8Array(block.buffer, 0, 32_768)) +
        String.fromCharCode(...new Uint8Array(block.buffer, 32_768))
    return {
      sound: btoa(text),
      steady: recorder.blocks.map((block) => block.steady.join('')).join(''),
      starved: recorder.starvedAt.map((frame) => frame - (recorder.blocks[0]?.frame ?? 0)),
      sampleRate: recorder.context.sampleRate,
    }
  })
  const bytes = Uint8Array.from(Buffer.from(sound, 'base64'))
  return { samples: new Float32Array(bytes.buffer), ...about }
}

/**
 * Whether the browser had no sound to output in or near this part of a recording: the reference has a hole, or an
 * element waited for sound that it has buffered.
 */
export function isTorn({ steady, starved, sampleRate }: Recording, from = 0, until = Infinity): boolean {
  const around = EXPLAINED_SECONDS * sampleRate
  const late = LATE_SECONDS * sampleRate
  const value = (sample: number) => Math.max(0, Math.floor(sample / SAMPLES_PER_VALUE))
  return (
    steady.slice(value(from - around), value(until + around) + 1).includes('0') ||
    starved.some((sample) => from - around < sample && sample < until + late)
  )
}
