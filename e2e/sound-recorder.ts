/*
 * Functions that run in a page and record every sample that its audio elements put out. The page must not apply its
 * Content-Security-Policy, which allows no such script.
 */

/** The recorder's script, for the functions below. */
export const RECORDER = `registerProcessor('recorder', class extends AudioWorkletProcessor {
  block = new Float32Array(16384)
  filled = 0
  process([[channel]]) {
    for (let index = 0; index < 128; index += 1) {
      this.block[this.filled] = channel ? channel[index] : 0
      this.filled += 1
      if (this.filled < this.block.length) continue
      this.port.postMessage(this.block.slice())
      this.filled = 0
    }
    return true
  }
})`

/** Lets `startRecordingMixer` find what the page's own mixer puts out. Run it before the first navigation. */
export function rememberMixer(): void {
  const mixed = new Set<AudioNode>()
  Reflect.set(globalThis, 'mixedNodes', mixed)
  const connect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')
  AudioNode.prototype.connect = function connectAndRemember(this: AudioNode, ...to: unknown[]) {
    const recorder: unknown = Reflect.get(globalThis, 'mixRecorder')
    if (to[0] instanceof AudioDestinationNode && this !== recorder) {
      mixed.add(this)
      if (recorder) Reflect.apply(connect?.value, this, [recorder])
    }
    return Reflect.apply(connect?.value, this, to)
  }
}

/** The number of outputs of the page's mixer that something is connected to. */
export function mixedOutputs(): number {
  const mixed: unknown = Reflect.get(globalThis, 'mixedNodes')
  return mixed instanceof Set ? mixed.size : 0
}

/**
 * Records what the page's mixer puts out, from now on, in place of what was recorded before.
 * @returns the samples of a second
 */
export async function startRecordingMixer(recorder: string): Promise<number> {
  const mixed: unknown = Reflect.get(globalThis, 'mixedNodes')
  const nodes = mixed instanceof Set ? [...mixed].filter((node) => node instanceof AudioNode) : []
  const [first] = nodes
  if (!first || !(first.context instanceof AudioContext)) throw new Error('Nothing is mixed')
  const { context } = first
  const blocks: unknown = Reflect.get(globalThis, 'recordedBlocks')
  if (Array.isArray(blocks)) {
    blocks.length = 0
    return context.sampleRate
  }
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([recorder], { type: 'text/javascript' })))
  const node = new AudioWorkletNode(context, 'recorder')
  Reflect.set(globalThis, 'mixRecorder', node)
  node.connect(new GainNode(context, { gain: 0 })).connect(context.destination)
  for (const each of nodes) each.connect(node)
  const recorded: Float32Array[] = []
  Reflect.set(globalThis, 'recordedBlocks', recorded)
  node.port.addEventListener('message', ({ data }) => recorded.push(data))
  node.port.start()
  return context.sampleRate
}

/** Records all audio elements of the page from now on. */
export async function startRecording({
  sampleRate,
  recorder,
}: {
  sampleRate: number
  recorder: string
}): Promise<void> {
  const context = new AudioContext({ sampleRate })
  await context.resume()
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([recorder], { type: 'text/javascript' })))
  const node = new AudioWorkletNode(context, 'recorder')
  node.connect(context.destination)
  for (const element of document.querySelectorAll('audio'))
    context.createMediaElementSource(element).connect(node)
  const blocks: Float32Array[] = []
  Reflect.set(globalThis, 'recordedBlocks', blocks)
  node.port.addEventListener('message', ({ data }) => blocks.push(data))
  node.port.start()
}

/** Forgets what was recorded so far. */
export function clearRecording(): void {
  const blocks: unknown = Reflect.get(globalThis, 'recordedBlocks')
  if (Array.isArray(blocks)) blocks.length = 0
}

/** What was recorded, as base64 of 32-bit numbers. */
export function recordedSound(): string {
  const blocks: unknown = Reflect.get(globalThis, 'recordedBlocks')
  if (!Array.isArray(blocks)) throw new Error('Nothing is recorded')
  let text = ''
  for (const block of blocks)
    if (block instanceof Float32Array)
      text +=
        String.fromCharCode(...new Uint8Array(block.buffer, 0, 32_768)) +
        String.fromCharCode(...new Uint8Array(block.buffer, 32_768))
  return btoa(text)
}

export function samplesOf(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return new Float32Array(bytes.buffer)
}
