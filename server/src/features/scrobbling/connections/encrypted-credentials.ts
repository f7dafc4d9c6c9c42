import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a service's key for the database (AES-256-GCM, its key derived from the installation's secret).
 * `owner` binds it to its row: it cannot be decrypted for another account.
 */
export function encryptCredential(secret: string, key: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(secret), nonce)
  cipher.setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([nonce, cipher.update(key, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${encrypted.toString('base64url')}`
}

/**
 * Decrypts the key; undefined when it was encrypted with another secret, for another owner, or is damaged.
 */
export function decryptCredential(secret: string, text: string, owner: string): string | undefined {
  const [version, content] = text.split('.')
  const encrypted = Buffer.from(content ?? '', 'base64url')
  if (version !== VERSION || encrypted.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(secret), encrypted.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(encrypted.subarray(-TAG_BYTES))
  try {
    return (
      decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    return undefined
  }
}

function cipherKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'keys of scrobbling services', 32))
}
