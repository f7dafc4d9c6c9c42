import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import * as z from 'zod/mini'

/** A browser's side of Web Push, written from the RFCs independently of the sender. */
export interface Receiver {
  keys: { p256dh: string; auth: string }
  /** Decrypts the body of a message (RFC 8291 §3.4, RFC 8188 §2). Throws when the message is not for this receiver. */
  decrypt(body: Buffer): Buffer
}

export function createReceiver(fixed?: { privateKey: Buffer; auth: Buffer }): Receiver {
  const pair = createECDH('prime256v1')
  if (fixed === undefined) pair.generateKeys()
  else pair.setPrivateKey(fixed.privateKey)
  const auth = fixed?.auth ?? randomBytes(16)
  const own = pair.getPublicKey()
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt: (body) => {
      const salt = body.subarray(0, 16)
      const recordSize = body.readUInt32BE(16)
      const idLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + idLength)
      const record = body.subarray(21 + idLength)
      if (record.length > recordSize) throw new Error('More than one record')
      const prkKey = hmac(auth, pair.computeSecret(sender))
      const ikm = hmac(prkKey, Buffer.concat([Buffer.from('WebPush: info\0'), own, sender, Buffer.of(1)]))
      const prk = hmac(salt, ikm)
      const key = hmac(prk, Buffer.concat([Buffer.from('Content-Encoding: aes128gcm\0'), Buffer.of(1)]))
      const nonce = hmac(prk, Buffer.concat([Buffer.from('Content-Encoding: nonce\0'), Buffer.of(1)]))
      const decipher = createDecipheriv('aes-128-gcm', key.subarray(0, 16), nonce.subarray(0, 12))
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('No delimiter')
      return padded.subarray(0, end)
    },
  }
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })

/** Verifies an `Authorization` header by RFC 8292 and returns its claims and key. Throws for a wrong signature. */
export function verifyVapid(header: string): z.infer<typeof Claims> & { key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGenuine) throw new Error('The signature is wrong')
  return { ...z.parse(Claims, JSON.parse(Buffer.from(claims, 'base64url').toString())), key }
}
