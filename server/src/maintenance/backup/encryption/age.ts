import type { webcrypto } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupFileDamaged } from '../destination/cannot-restore.ts'

/**
 * Sizes of the age format. The content is encrypted in chunks, each with an authentication tag.
 * https://age-encryption.org/v1
 */
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16

/** A private key: a text in the age format, or a key that this program has derived. */
export type Identity = string | webcrypto.CryptoKey

export interface FileEncryption {
  encrypt: (bytes: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>
  /** Computes the size of the content from the size of its encrypted file. */
  contentBytes: (fileBytes: number) => number
}

/**
 * Encrypts files for all of these public keys.
 * @throws when one of the keys is invalid
 */
export async function encryptionFor(recipients: readonly string[]): Promise<FileEncryption> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const empty = await encrypter.encrypt(ReadableStream.from<Uint8Array>([]))
  // The length of the header depends only on the number and kind of the public keys.
  const headerBytes = empty.size(0) - TAG_BYTES
  await empty.cancel()
  return {
    encrypt: async (bytes) => encrypter.encrypt(ReadableStream.from(bytes)),
    contentBytes: (fileBytes) => {
      const payloadBytes = fileBytes - headerBytes
      return payloadBytes - Math.ceil(payloadBytes / (CHUNK_BYTES + TAG_BYTES)) * TAG_BYTES
    },
  }
}

/**
 * Decrypts a file with one of these private keys. Every chunk is authenticated before its bytes are returned. A
 * truncated file fails at its end.
 * @throws BackupFileDamaged; errors of the source are thrown unchanged
 */
export async function* decrypted(
  source: AsyncIterable<Uint8Array>,
  identities: readonly Identity[],
  name: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  let faultOfSource: unknown
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* source
    } catch (error) {
      faultOfSource = error
      throw error
    }
  }
  try {
    yield* await decrypter.decrypt(ReadableStream.from(watched()))
  } catch (error) {
    if (faultOfSource !== undefined) throw faultOfSource
    throw new BackupFileDamaged(name, error)
  }
}
