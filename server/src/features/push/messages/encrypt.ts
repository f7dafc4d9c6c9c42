import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys with which a browser decrypts its messages, from its subscription (RFC 8291, section 2). */
export interface SubscriptionKeys {
  /** The public key of the browser: an uncompressed point on P-256, base64url. */
  p256dh: string
  /** The authentication secret of 16 bytes, base64url. */
  auth: string
}

const POINT_BYTES = 65
const AUTH_BYTES = 16
const SALT_BYTES = 16
/** Size of a record. Push services need to accept no more than 4,096 bytes (RFC 8030 §7.2). */
const RECORD_BYTES = 4096
const TAG_BYTES = 16
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
/** Maximum size of a message, so that it fits into one record with its header, its delimiter and its tag. */
export const MESSAGE_MAX_BYTES = RECORD_BYTES - HEADER_BYTES - 1 - TAG_BYTES

/** Whether these are keys with which a message can be encrypted. */
export function areUsableKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== 4) return false
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(point)
    return true
  } catch {
    // The point is not on the curve.
    return false
  }
}

/** What is random in a message. Tests pass the values of the RFC's example. */
export interface MessageRandomness {
  salt: Buffer
  privateKey: Buffer | undefined
}

/**
 * Encrypts a message for one subscription (RFC 8291, with the content coding aes128gcm of RFC 8188). Each message has a
 * salt and a key pair of its own.
 * @throws RangeError when the message is longer than `MESSAGE_MAX_BYTES`
 */
export function encryptMessage(
  message: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  { salt, privateKey }: MessageRandomness = { salt: randomBytes(SALT_BYTES), privateKey: undefined },
): Buffer {
  if (message.length > MESSAGE_MAX_BYTES) throw new RangeError('The message does not fit into one record')
  const receiver = Buffer.from(p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  if (privateKey === undefined) pair.generateKeys()
  else pair.setPrivateKey(privateKey)
  const sender = pair.getPublicKey()

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const secret = derive(pair.computeSecret(receiver), Buffer.from(auth, 'base64url'), keyInfo, 32)
  const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const header = Buffer.alloc(HEADER_BYTES)
  salt.copy(header)
  header.writeUInt32BE(RECORD_BYTES, SALT_BYTES)
  header.writeUInt8(POINT_BYTES, SALT_BYTES + 4)
  sender.copy(header, SALT_BYTES + 5)

  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // The delimiter 2 says that this record is the last one.
  return Buffer.concat([
    header,
    cipher.update(message),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** HKDF with SHA-256 (RFC 5869). */
function derive(keyMaterial: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', keyMaterial, salt, info, bytes))
}
