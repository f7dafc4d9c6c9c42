/** The worker thread of tag-writer.ts: writes the tags that it is sent into a file, one file after the other. */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { TagLib } from 'taglib-wasm'
import type { TagOrder } from './tag-writer.ts'

/** This build of the library reads and writes parts of a file; the other one takes it whole into memory. */
const loading = TagLib.initialize({ forceWasmType: 'wasi' })

async function write({ path, changes, front }: TagOrder): Promise<void> {
  const library = await loading
  const file = await library.open(path)
  try {
    const kept = new Map<string, string[]>()
    for (const [name, values] of Object.entries(file.properties()))
      if (values !== undefined) kept.set(name, values)
    for (const [name, values] of Object.entries(changes)) {
      if (values === null) kept.delete(name)
      else kept.set(name, values)
    }
    file.setProperties(Object.fromEntries(kept))
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

parentPort?.on('message', (order: TagOrder) => {
  write(order).then(
    () => parentPort?.postMessage(true),
    () => parentPort?.postMessage(false),
  )
})
