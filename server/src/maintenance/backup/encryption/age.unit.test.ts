import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { oneOf } from '../destination/backup-destination.ts'
import { decrypted, encryptionFor } from './age.ts'
import { placeKeyOfArchive } from './place-key.ts'

const CHUNK = 64 * 1024
const identity = await generateX25519Identity()
const recipients = [await identityToRecipient(identity)]

const whole = async (bytes: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(bytes))

/** The bytes in uneven pieces, as they come from a disk or a store. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 30_011) yield bytes.subarray(at, at + 30_011)
}

test('files of any size are encrypted and decrypted, and their size is known from the encrypted size', async () => {
  const { encrypt, contentBytes } = await encryptionFor(recipients)
  for (const size of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_003]) {
    const content = Buffer.alloc(size, `${size}`)
    const file = await whole(await encrypt(pieces(content)))
    expect(contentBytes(file.length)).toBe(size)
    expect((await whole(decrypted(pieces(file), [identity], 'x'))).equals(content)).toBe(true)
  }
})

test('a flipped bit, a lost end and a lost chunk are noticed, and reported as damage', async () => {
  const { encrypt } = await encryptionFor(recipients)
  const file = await whole(await encrypt(pieces(Buffer.alloc(3 * CHUNK + 5, 'x'))))
  const lastChunkAt = file.length - 5 - 16
  const flipped = Buffer.from(file)
  flipped[lastChunkAt - 100] = (flipped[lastChunkAt - 100] ?? 0) ^ 1
  const chunkBytes = CHUNK + 16
  const broken = [
    flipped,
    file.subarray(0, lastChunkAt),
    file.subarray(0, lastChunkAt + 3),
    file.subarray(0, 10),
    Buffer.alloc(0),
    Buffer.concat([file.subarray(0, lastChunkAt - chunkBytes), file.subarray(lastChunkAt)]),
  ]
  for (const bytes of broken)
    await expect(whole(decrypted(oneOf(bytes), [identity], 'media/x'))).rejects.toThrow(
      'media/x is damaged in the backup.',
    )
})

test('an unavailable store is not taken for damage', async () => {
  const { encrypt } = await encryptionFor(recipients)
  const file = await whole(await encrypt(oneOf(Buffer.from('Ton'))))
  const unavailable = new Error('the store does not answer')
  async function* interrupted(): AsyncGenerator<Uint8Array> {
    yield file.subarray(0, file.length - 3)
    throw unavailable
  }
  await expect(whole(decrypted(interrupted(), [identity], 'x'))).rejects.toBe(unavailable)
  await expect((async () => whole(await encrypt(interrupted())))()).rejects.toBe(unavailable)
})

test('names of media are the same for the same archive and say nothing without its key', async () => {
  const ours = await placeKeyOfArchive('s'.repeat(48))
  const again = await placeKeyOfArchive('s'.repeat(48))
  const others = await placeKeyOfArchive('t'.repeat(48))
  const hash = 'abcdef0123456789'.repeat(4)
  const path = `content/ab/${hash}`
  const stored = ours.storedPath(path)
  expect(stored).toMatch(/^content\/[0-9a-f]{2}\/[\w-]{80,140}\.age$/)
  expect(stored).not.toContain(hash.slice(0, 8))
  expect(again.storedPath(path)).toBe(stored)
  expect(others.storedPath(path)).not.toBe(stored)
  expect([ours.pathOf(stored), others.pathOf(stored)]).toEqual([path, undefined])
  expect(ours.pathOf('content/ab/fremd.txt')).toBeUndefined()
  const manifest = 'generations/2026-11-21T03-30-00.000Z/manifest.json'
  expect(ours.storedPath(manifest)).toBe(`${manifest}.age`)
  expect(ours.pathOf(`${manifest}.age`)).toBe(manifest)
})
