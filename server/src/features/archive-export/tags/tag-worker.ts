/** The worker thread of tag-writer.ts. Each message contains tags to write into one file. */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { type AudioFile, TagLib } from 'taglib-wasm'
import type { TagOrder } from './tag-writer.ts'

/** The WASI build of the library reads and writes parts of a file. The other build loads whole files into memory. */
const loading = TagLib.initialize({ forceWasmType: 'wasi' })

async function write({ path, changes, front }: TagOrder): Promise<void> {
  const library = await loading
  const file = await library.open(path)
  try {
    const kept = new Map<string, string[]>()
    for (const [name, values] of Object.entries(file.properties()))
      if (values !== undefined) kept.set(name, values)
    for (const [name, values] of Object.entries(changes)) {
      if (name === 'lyrics') continue
      if (values === null) kept.delete(name)
      else kept.set(name, values)
    }
    file.setProperties(Object.fromEntries(kept))
    if (changes['lyrics'] !== undefined) writeLyrics(file, changes['lyrics']?.[0])
    if (front !== undefined) {
      const others = file.getPictures().filter(({ type }) => type !== 'FrontCover')
      const data = new Uint8Array(readFileSync(front.path))
      file.setPictures([{ mimeType: front.mimeType, data, type: 'FrontCover', description: '' }, ...others])
    }
    await file.saveToFile()
  } finally {
    file.dispose()
  }
}

/** Writes lyrics, for which the library has no property as for other tags. Undefined removes the lyrics. */
function writeLyrics(file: AudioFile, text: string | undefined): void {
  if (file.getFormat() !== 'MP3') return file.setLyrics(text === undefined ? [] : [{ text }])
  // `setLyrics` would leave synchronised lyrics, and lyrics with a description, in the file.
  file.removeId3v2Frames('SYLT')
  file.setId3v2Frames('USLT', text === undefined ? [] : [Buffer.from(`\u0003und\0${text}`)])
}

parentPort?.on('message', (order: TagOrder) => {
  write(order).then(
    () => parentPort?.postMessage(true),
    () => parentPort?.postMessage(false),
  )
})
