import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts credentials for the database (AES-256-GCM). `owner` binds the result to its row, so that it cannot be
 * decrypted for another account.
 */
export interface CredentialCipher {
  encrypt(credential: string, owner: string): string
  /**
   * Returns undefined when the text is damaged, or was encrypted with another secret or for another purpose or owner.
   */
  decrypt(text: string, owner: string): string | undefined
}

/**
 * Makes a cipher for one purpose. Its key is derived from the secret of the installation, which is not in the database.
 */
export function credentialCipher(secret: string, purpose: string): CredentialCipher {
  const cipherKey = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    encrypt: (credential, owner) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce)
      cipher.setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([
        nonce,
        cipher.update(credential, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return `${VERSION}.${encrypted.toString('base64url')}`
    },
    decrypt: (text, owner) => {
      const [version, content] = text.split('.')
      const encrypted = Buffer.from(content ?? '', 'base64url')
      if (version !== VERSION || encrypted.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, encrypted.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(encrypted.subarray(-TAG_BYTES))
      try {
        return (
          decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') +
          decipher.final('utf8')
        )
      } catch {
        return undefined
      }
    },
  }
}
