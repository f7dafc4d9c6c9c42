import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { NewPasskeyJson, UsedPasskeyJson } from '@tonarchiv/contract/factors'
import * as z from 'zod/mini'

const Creation = z.object({
  challenge: z.string(),
  user: z.object({ id: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number() })),
  excludeCredentials: z.array(z.object({ id: z.string() })),
})
const Request = z.object({ challenge: z.string() })

interface Settings {
  origin?: string
  rpId?: string
  /** Whether the authenticator has verified its user. */
  isVerified?: boolean
  /** The id of the passkey; by default a new one. */
  id?: string
}

/** A passkey that is kept in memory. Its answers are those of a browser. */
export interface SoftwarePasskey {
  id: string
  /** The number of uses that the next answer reports, which grows by one with each answer. */
  counter: number
  use: (options: unknown, settings?: Settings) => UsedPasskeyJson
}

const PRESENT = 1
const VERIFIED = 4
const HAS_KEY = 64

/** Makes a passkey as a browser does, and the answer that registers it. */
export function createPasskey(
  options: unknown,
  settings: Settings = {},
): { passkey: SoftwarePasskey; response: NewPasskeyJson } {
  const { challenge, user } = Creation.parse(options)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = settings.id === undefined ? randomBytes(32) : Buffer.from(settings.id, 'base64url')
  const keyed = Buffer.concat([
    authenticatorData({ ...settings, flags: HAS_KEY, counter: 0 }),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    coseKey(publicKey),
  ])
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    cborBytes(keyed),
  ])
  const credentialId = id.toString('base64url')
  return {
    passkey: passkeyOf(credentialId, user.id, privateKey),
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, settings),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    },
  }
}

function passkeyOf(id: string, userHandle: string, privateKey: KeyObject): SoftwarePasskey {
  const passkey: SoftwarePasskey = {
    id,
    counter: 1,
    use: (options, settings = {}) => {
      const { challenge } = Request.parse(options)
      const data = authenticatorData({ ...settings, flags: 0, counter: passkey.counter })
      passkey.counter += 1
      const clientDataJSON = clientData('webauthn.get', challenge, settings)
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      return {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url'),
          userHandle,
        },
        clientExtensionResults: {},
      }
    },
  }
  return passkey
}

function clientData(type: string, challenge: string, { origin = 'http://localhost:3000' }: Settings): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

function authenticatorData({
  rpId = 'localhost',
  isVerified = true,
  flags,
  counter,
}: Settings & { flags: number; counter: number }): Buffer {
  const tail = Buffer.alloc(5)
  tail.writeUInt8(PRESENT | (isVerified ? VERIFIED : 0) | flags)
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail])
}

/** An ES256 key of RFC 9052: kty 2, alg -7, crv 1, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
