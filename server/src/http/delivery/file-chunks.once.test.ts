import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDiskStorage } from '#storage/backends/storage.disk.ts'
import type { Storage } from '#storage/storage.ts'
import { CHUNK_BYTES, type ChunkReader, readChunks } from './file-chunks.ts'

/** A test file in which every byte depends on its position. */
const bytes = Buffer.from(
  Uint8Array.from({ length: 5 * CHUNK_BYTES + 1000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff),
)

let folder: string
let storage: Storage
let name: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tonarchiv-pieces-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  storage = await openDiskStorage(folder)
  const file = await storage.stage()
  await file.write(bytes)
  ;[name = ''] = await storage.save('tracks', [{ from: 'stage', file }])
})

async function newReader(): Promise<ChunkReader> {
  const file = await storage.open(name)
  if (file === undefined) throw new Error('No file')
  return readChunks(file, name)
}

/** Reads chunk by chunk as a stream does. Each chunk is released before the next one is read. */
async function readAll(reader: ChunkReader, start: number, end: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let position = start; position <= end;) {
    const chunk = await reader.next(position, end)
    parts.push(Buffer.from(chunk.bytes))
    position += chunk.bytes.length
    chunk.release()
  }
  reader.close()
  return Buffer.concat(parts)
}

test.each([
  [0, bytes.length - 1],
  [1, CHUNK_BYTES],
  [CHUNK_BYTES - 1, CHUNK_BYTES],
  [3 * CHUNK_BYTES + 17, bytes.length - 1],
  [bytes.length - 1, bytes.length - 1],
])('one listener gets the bytes from %i to %i', async (start, end) => {
  expect((await readAll(await newReader(), start, end)).equals(bytes.subarray(start, end + 1))).toBe(true)
})

test('many readers get the right bytes while they share chunks', async () => {
  for (let round = 0; round < 5; round += 1) {
    const starts = Array.from({ length: 20 }, (_, index) => (index * 70_001 + round * 977) % bytes.length)
    const readers = await Promise.all(starts.map(() => newReader()))
    const received = await Promise.all(
      starts.map(async (start, index) => {
        const reader = readers[index]
        if (reader === undefined) throw new Error('No reader')
        return (await readAll(reader, start, bytes.length - 1)).equals(bytes.subarray(start))
      }),
    )
    expect(received).toEqual(starts.map(() => true))
  }
})

test('a chunk that is still being sent does not change when other readers follow', async () => {
  const [slow, other] = [await newReader(), await newReader()]
  const held = await slow.next(0, bytes.length - 1)
  other.close()
  slow.close()
  for (let count = 0; count < 10; count += 1) await readAll(await newReader(), CHUNK_BYTES, bytes.length - 1)
  expect(held.bytes.equals(bytes.subarray(0, CHUNK_BYTES))).toBe(true)
  held.release()
})

test.each([1, 2])('a file that has become shorter is noticed (%i listeners)', async (count) => {
  const readers = await Promise.all(Array.from({ length: count }, newReader))
  const digits = name.slice('tracks/'.length)
  await truncate(join(folder, 'tracks', digits.slice(0, 2), digits.slice(2, 4), digits), 10)
  for (const reader of readers) {
    await expect(reader.next(CHUNK_BYTES, bytes.length - 1)).rejects.toThrow('shorter')
    reader.close()
  }
})
