import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDiskStorage } from '#storage/storage.disk.ts'
import type { Storage } from '#storage/storage.ts'
import { PIECE_BYTES, type PieceReader, readPieces } from './file-pieces.ts'

/** Every byte tells where it stands. */
const bytes = Buffer.from(
  Uint8Array.from({ length: 5 * PIECE_BYTES + 1000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff),
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
  ;[name = ''] = await storage.keep('tracks', [{ from: 'stage', file }])
})

async function newReader(): Promise<PieceReader> {
  const file = await storage.open(name)
  if (file === undefined) throw new Error('No file')
  return readPieces(file, name)
}

/** Reads like a listener: piece by piece, each released before the next. */
async function readAll(reader: PieceReader, start: number, end: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let position = start; position <= end;) {
    const piece = await reader.next(position, end)
    parts.push(Buffer.from(piece.bytes))
    position += piece.bytes.length
    piece.release()
  }
  reader.close()
  return Buffer.concat(parts)
}

test.each([
  [0, bytes.length - 1],
  [1, PIECE_BYTES],
  [PIECE_BYTES - 1, PIECE_BYTES],
  [3 * PIECE_BYTES + 17, bytes.length - 1],
  [bytes.length - 1, bytes.length - 1],
])('one listener gets the bytes from %i to %i', async (start, end) => {
  expect((await readAll(await newReader(), start, end)).equals(bytes.subarray(start, end + 1))).toBe(true)
})

test('many listeners get their own bytes while they share pieces, again and again', async () => {
  for (let round = 0; round < 5; round += 1) {
    const starts = Array.from({ length: 20 }, (_, index) => (index * 70_001 + round * 977) % bytes.length)
    const readers = await Promise.all(starts.map(() => newReader()))
    const heard = await Promise.all(
      starts.map(async (start, index) => {
        const reader = readers[index]
        if (reader === undefined) throw new Error('No reader')
        return (await readAll(reader, start, bytes.length - 1)).equals(bytes.subarray(start))
      }),
    )
    expect(heard).toEqual(starts.map(() => true))
  }
})

test('what a listener still sends stays as it is, whoever comes after', async () => {
  const [slow, other] = [await newReader(), await newReader()]
  const held = await slow.next(0, bytes.length - 1)
  other.close()
  slow.close()
  for (let count = 0; count < 10; count += 1) await readAll(await newReader(), PIECE_BYTES, bytes.length - 1)
  expect(held.bytes.equals(bytes.subarray(0, PIECE_BYTES))).toBe(true)
  held.release()
})

test.each([1, 2])('a file that has become shorter is noticed (%i listeners)', async (count) => {
  const readers = await Promise.all(Array.from({ length: count }, newReader))
  const digits = name.slice('tracks/'.length)
  await truncate(join(folder, 'tracks', digits.slice(0, 2), digits.slice(2, 4), digits), 10)
  for (const reader of readers) {
    await expect(reader.next(PIECE_BYTES, bytes.length - 1)).rejects.toThrow('shorter')
    reader.close()
  }
})
