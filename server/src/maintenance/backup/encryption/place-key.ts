import { hkdfSync, webcrypto } from 'node:crypto'
import { aessiv } from '@noble/ciphers/aes.js'
import { identityToRecipient } from 'age-encryption'

const KEY_BYTES = 32
/** PKCS #8 of an X25519 private key, in front of its 32 bytes (RFC 8410 §7). */
const X25519_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SUFFIX = '.age'

/**
 * What a server needs of an encrypted place to make further backups without the operator's private key: it
 * reads the lists of earlier backups and knows under which names their media are stored.
 */
export interface PlaceKey {
  bytes: Uint8Array
  /** Identifies the key without revealing it. */
  check: string
  /** The key pair for manifests and lists. */
  identity: webcrypto.CryptoKey
  recipient: string
  /** The path under which a file is stored. */
  storedPath(path: string): string
  /** The reverse of `storedPath`; undefined for a file that was not stored with this key. */
  pathOf(storedPath: string): string | undefined
}

/** The key of the places of one archive; all its servers have the same secret. */
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
      // The same name is always encrypted to the same text (RFC 5297), so that no file is sent twice.
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

/** Whether the name is encrypted: names of media reveal their content, names of backups are only times. */
function hasSecretName(path: string): boolean {
  return path.includes('/') && !path.startsWith('generations/')
}

function derive(key: Uint8Array, purpose: string, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', key, '', `tonarchiv ${purpose}`, length))
}
