import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** The key pair by which push services recognise this installation (RFC 8292). */
export interface VapidKeys {
  /** Uncompressed point on P-256, base64url. Browsers subscribe with it. */
  publicKey: string
  privateKey: KeyObject
}

/** How long a token is valid; push services accept 24 hours at most (RFC 8292 §2). */
const TOKEN_SECONDS = 12 * 60 * 60

/** Makes a key pair. */
export function makeVapidKeys(): VapidKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey }
}

/** The private key as text, which `readPrivateKey` reads. */
export function privateKeyText({ privateKey }: VapidKeys): string {
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
}

export function readPrivateKey(text: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'pkcs8' })
}

/**
 * The `Authorization` header for a request to this endpoint. Its token is valid for the origin of the endpoint only.
 * `contact` is a URL at which the operators of the push service reach those of the installation.
 */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  endpoint: URL,
  contact: string,
  now: Date,
): string {
  const header = encode({ typ: 'JWT', alg: 'ES256' })
  const claims = encode({
    aud: endpoint.origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_SECONDS,
    sub: contact,
  })
  const signed = `${header}.${claims}`
  // JWS signatures are the two numbers one after the other (RFC 7518 §3.4).
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
