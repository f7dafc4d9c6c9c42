/*
 * Functions that run in a page and record every sample that its audio elements put out. The page must not apply its
 * Content-Security-Policy, which allows no such script.
 */

/** Records all audio elements of the page from now on. */
export async function startRecording(sampleRate: number): Promise<void> {
  const recorder = `registerProcessor('recorder', class extends AudioWorkletProcessor {
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
