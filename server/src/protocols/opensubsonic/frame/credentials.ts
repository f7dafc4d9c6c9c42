import { unauthenticated } from '@tonarchiv/contract/refusal'
import type { FastifyRequest } from 'fastify'
import type { Credential } from '#access/credentials.ts'
import { Refused } from '#platform/refused.ts'
import {
  clientTooNew,
  clientTooOld,
  conflictingCredentials,
  parameterMissing,
  unencrypted,
  unknownKey,
  wrongMechanism,
  wrongPassword,
} from './errors.ts'
import { valueOf } from './parameters.ts'

/** The major version of the protocol that this server speaks. */
const MAJOR_VERSION = 1
/** Maximum length of names, passwords and keys. A longer one cannot be right. */
const SECRET_MAX = 512
const TOKEN = /^[0-9a-f]{32}$/i
const ENCODED = /^enc:((?:[0-9a-f]{2})*)$/i

/**
 * The credential in the parameters of a request.
 * @throws Refused with the protocol's code when parameters are missing or contradict each other
 */
export function credentialIn(request: FastifyRequest): Credential {
  const [apiKey, username, password, token, salt, app] = ['apiKey', 'u', 'p', 't', 's', 'c'].map((name) =>
    valueOf(request, name),
  )
  if (apiKey !== undefined) {
    if ([username, password, token, salt].some((value) => value !== undefined))
      throw new Refused(conflictingCredentials)
    if (!isUsable(apiKey)) throw new Refused(unknownKey)
    return { kind: 'apiKey', key: apiKey, app }
  }
  if (username === undefined) throw missing('u')
  if (!isUsable(username)) throw new Refused(wrongPassword)
  if (token !== undefined) {
    if (salt === undefined) throw missing('s')
    if (!TOKEN.test(token) || salt.length > SECRET_MAX) throw new Refused(wrongPassword)
    return {
      kind: 'appPassword',
      username,
      secret: { kind: 'token', token: token.toLowerCase(), salt },
      app,
    }
  }
  if (password === undefined) {
    // This protocol accepts neither a bearer header nor a cookie.
    throw request.headers.authorization === undefined ? missing('p') : new Refused(wrongMechanism)
  }
  if (!isUsable(password)) throw new Refused(wrongPassword)
  return { kind: 'appPassword', username, secret: { kind: 'plain', password: decoded(password) }, app }
}

/**
 * Rejects a password or key that was sent readable in a request without TLS, so that the member corrects the address in
 * the app. A header of the proxy says whether the request arrived with TLS. A site whose public address begins with
 * http:// has no TLS, so its requests are not rejected.
 * @throws Refused `unencrypted`
 */
export function checkEncryption(
  { headers }: FastifyRequest,
  credential: Credential,
  publicUrl: string,
): void {
  const isReadable =
    credential.kind === 'apiKey' || (credential.kind === 'appPassword' && credential.secret.kind === 'plain')
  if (!isReadable || !publicUrl.startsWith('https:')) return
  const arrivedBy = [headers['x-forwarded-proto']].flat().at(-1)?.split(',').at(-1)
  if (arrivedBy?.trim().toLowerCase() === 'http') throw new Refused(unencrypted)
}

/**
 * Checks that the request names its client and its version of the protocol, which are required.
 * @throws Refused `parameterMissing`, `clientTooOld`, `clientTooNew`
 */
export function checkClient(request: FastifyRequest): void {
  const version = valueOf(request, 'v')
  if (version === undefined) throw missing('v')
  if (valueOf(request, 'c') === undefined) throw missing('c')
  const major = Number(/^(\d{1,4})(?:\.\d{1,4}){0,3}$/.exec(version)?.[1])
  if (major < MAJOR_VERSION) throw new Refused(clientTooOld)
  if (!(major <= MAJOR_VERSION)) throw new Refused(clientTooNew)
}

/** The refusal for a credential that belongs to no account. */
export function refusalOfUnknown(request: FastifyRequest): Refused {
  if (valueOf(request, 'apiKey') !== undefined) return new Refused(unknownKey)
  return new Refused(valueOf(request, 'u') === undefined ? unauthenticated : wrongPassword)
}

function decoded(password: string): string {
  const [, hex] = ENCODED.exec(password) ?? []
  return hex === undefined ? password : Buffer.from(hex, 'hex').toString()
}

function isUsable(value: string): boolean {
  return value.length <= SECRET_MAX && !value.includes('\0') && value.isWellFormed()
}

function missing(name: string): Refused {
  return new Refused(parameterMissing, { values: { name } })
}
