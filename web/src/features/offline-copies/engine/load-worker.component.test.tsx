import { afterEach, expect, onTestFinished, test } from 'vitest'
import { makeCopy, openCopy, removeAllCopies } from '#client/copies/copy-files.ts'
import { type LoadOutcome, LoadReport } from './load-messages.ts'
// oxlint-disable-next-line import/default -- the address of the worker
import workerAddress from './load-worker.ts?worker&url'

afterEach(() => removeAllCopies())

/** A file that the test server sends, completely or as ranges. */
const FILE = '/icon-192.png'
const VERSION = 'version-1'

async function bytesOf(source: Response | File | undefined): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array((await source?.arrayBuffer()) ?? new ArrayBuffer())
}

/** Writes the bytes that an earlier, interrupted attempt has received. */
async function leave(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const writable = await (await makeCopy('mila', VERSION)).createWritable()
  await writable.write(bytes)
  await writable.close()
}

function load(): Promise<LoadOutcome> {
  const worker = new Worker(workerAddress, { type: 'module' })
  onTestFinished(() => worker.terminate())
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const report = LoadReport.parse(data)
      if ('result' in report) resolve(report)
    })
    worker.postMessage({
      url: new URL(FILE, location.href).href,
      headers: {},
      userId: 'mila',
      version: VERSION,
    })
  })
}

test('a file is stored as the archive sends it', async () => {
  const sent = await bytesOf(await fetch(FILE))
  expect(await load()).toEqual({ result: 'complete', sizeBytes: sent.length, mimeType: 'image/png' })
  expect(await bytesOf(await openCopy('mila', VERSION))).toEqual(sent)
})

test('what an earlier attempt has left is kept, and only the rest is requested', async () => {
  const sent = await bytesOf(await fetch(FILE))
  const beginning = new Uint8Array(100).fill(7)
  await leave(beginning)
  expect(await load()).toMatchObject({ result: 'complete', sizeBytes: sent.length })
  const stored = await bytesOf(await openCopy('mila', VERSION))
  expect(stored.slice(0, 100)).toEqual(beginning)
  expect(stored.slice(100)).toEqual(sent.slice(100))
})

test('a file that has arrived whole before is complete', async () => {
  const sent = await bytesOf(await fetch(FILE))
  await leave(sent)
  expect(await load()).toMatchObject({ result: 'complete', sizeBytes: sent.length })
})
