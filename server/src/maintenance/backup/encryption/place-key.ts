import { hkdfSync, webcrypto } from 'node:crypto'
import { aessiv } from '@noble/ciphers/aes.js'
import { identityToRecipient } from 'age-encryption'

const KEY_BYTES = 32
/** The beginning of an X25519 private key in PKCS #8, which precedes its 32 bytes (RFC 8410 §7). */
const X25519_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SUFFIX = '.age'

/**
 * The key of an encrypted destination. With it a server makes further backups without the private key of the operator:
 * it reads the lists of earlier backups and computes the names under which their media are stored.
 */
export interface PlaceKey {
  bytes: Uint8Array
  /** Identifies the key without revealing it. */
  check: string
  /** The key pair for manifests and lists. */
  identity: webcrypto.CryptoKey
  recipient: string
  /** The path under which a file is stored in the destination. */
  storedPath(path: string): string
  /** The reverse of `storedPath`. Undefined for a path that was not made with this key. */
  pathOf(storedPath: string): string | undefined
}

/**
 * Derives the key for the destinations of one archive. All servers of the archive have the same secret and so the same
 * key.
 */
export async function placeKeyOfArchive(secret: string): Promise<PlaceKey> {
  return placeKey(derive(Buffer.from(secret), 'backup place', KEY_BYTES))
}

export async function placeKey(bytes: Uint8Array): Promise<PlaceKey> {
  const names = derive(bytes, 'names of files', 2 * KEY_BYTES)
  const scalar = derive(bytes, 'manifests and lists', KEY_BYTES)
  const identity = await webcrypto.subtle.importKey(
    'pkcs8',
    Buffer.concat([X25519_PREFIX, scalar]),
    { name: 'X25519' },
    false,
    ['deriveBits'],
  )
  return {
    bytes,
    check: Buffer.from(derive(bytes, 'check', KEY_BYTES / 2)).toString('hex'),
    identity,
    recipient: await identityToRecipient(identity),
    storedPath: (path) => {
      if (!hasSecretName(path)) return path + SUFFIX
      // AES-SIV (RFC 5297) always encrypts the same name to the same text, so that no file is sent twice.
      const name = Buffer.from(aessiv(names).encrypt(Buffer.from(path)))
      const folder = path.slice(0, path.indexOf('/'))
      return `${folder}/${name.subarray(0, 1).toString('hex')}/${name.toString('base64url')}${SUFFIX}`
    },
    pathOf: (storedPath) => {
      if (!storedPath.endsWith(SUFFIX)) return undefined
      const path = storedPath.slice(0, -SUFFIX.length)
      if (!hasSecretName(path)) return path
      const name = Buffer.from(path.slice(path.lastIndexOf('/') + 1), 'base64url')
      try {
        return Buffer.from(aessiv(names).decrypt(name)).toString()
      } catch {
        return undefined
      }
    },
  }
}

/** Whether the name of a file is encrypted. Names of media reveal their content; names of backups are only times. */
function hasSecretName(path: string): boolean {
  return path.includes('/') && !path.startsWith('generations/')
}

function derive(key: Uint8Array, purpose: string, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', key, '', `tonarchiv ${purpose}`, length))
}
