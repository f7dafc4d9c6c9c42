import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chunksOfPath, digestOfPath } from './hashed-bytes.ts'

async function randomFile(sizeBytes: number): Promise<{ path: string; bytes: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-bytes-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const path = join(folder, 'file')
  const bytes = randomBytes(sizeBytes)
  await writeFile(path, bytes)
  return { path, bytes }
}

test.each([0, 1, 3000, 1024 * 1024, 2_500_000])(
  'a file of %i bytes is read whole, in chunks that need no more memory than it has bytes',
  async (sizeBytes) => {
    const { path, bytes } = await randomFile(sizeBytes)
    const chunks = await Array.fromAsync(chunksOfPath(path))
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
    const memory = new Set(chunks.map((chunk) => chunk.buffer))
    const allocated = memory.values().reduce((sum, { byteLength }) => sum + byteLength, 0)
    // Small chunks share the pool of Node.
    expect(allocated).toBeLessThanOrEqual(Math.max(sizeBytes, Buffer.poolSize))
  },
)

test.each([0, 1, 16 * 1024, 16 * 1024 + 1, 1024 * 1024, 2_500_000])(
  'a file of %i bytes is hashed whole',
  async (sizeBytes) => {
    const { path, bytes } = await randomFile(sizeBytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await digestOfPath(path)).toEqual({ sizeBytes, sha256 })
  },
)
