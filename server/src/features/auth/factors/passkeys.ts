import {
  type Creation,
  type NewPasskeyJson,
  type Passkey,
  passkeyExists,
  passkeyFailed,
  passkeyUnknown,
  PASSKEYS_MAX,
  type Request,
  tooManyPasskeys,
  type UsedPasskeyJson,
} from '@tonarchiv/contract/factors'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type { Caller } from '#access/caller.ts'
import { isUniqueViolation } from '#database/faults.ts'
import type { Schema } from '#database/schema.ts'
import type { UserRow } from '#features/users/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { newToken, hashToken } from '../credentials/tokens.ts'
import { type Device, readDevice } from '../sessions/devices.ts'
import * as store from '../store/passkeys.ts'

/** How long a challenge can be answered. The browser keeps that of the login page until a passkey is chosen. */
const CHALLENGE_MS = 10 * 60 * 1000
/** ES256 and RS256, which all authenticators know. */
const ALGORITHMS = [-7, -257]
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const

/** Loads the library when it is needed first, because it is large. */
const library = async () => import('@simplewebauthn/server')

/** The domain for which passkeys are valid, and the origin of the pages that may use them. */
function relyingParty({ publicUrl }: Services['config']): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

/** A challenge for making a passkey. It is valid once, and in the session of the caller only. */
export async function startRegistration(
  services: Services,
  caller: Caller,
  displayName: string,
): Promise<Creation> {
  const { db, config } = services
  const passkeys = await store.listPasskeys(db, caller.id)
  if (passkeys.length >= PASSKEYS_MAX) throw new Refused(tooManyPasskeys)
  const { rpID } = relyingParty(config)
  return keepChallenge(services, 'register', caller.sessionId, (challenge) => ({
    challenge,
    rp: { id: rpID, name: config.siteTitle },
    user: { id: handleOf(caller.id), name: caller.username, displayName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.map(descriptorOf),
    // With a resident key, the login page need not ask for a username.
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none',
  }))
}

/**
 * Verifies a new passkey and returns its row, which is not stored yet.
 * @throws Refused `passkeyFailed` when the challenge is unknown, used or over, or when the passkey does not fit
 */
export async function verifyNewPasskey(
  services: Services,
  caller: Caller,
  {
    attempt,
    response,
    userAgent,
  }: { attempt: string; response: NewPasskeyJson; userAgent: string | undefined },
): Promise<store.PasskeyRow> {
  const { config, now, log } = services
  const challenge = await takeChallenge(services, {
    attempt,
    purpose: 'register',
    sessionId: caller.sessionId,
  })
  const { rpID, origin } = relyingParty(config)
  const { verifyRegistrationResponse } = await library()
  const { authenticatorAttachment, ...rest } = response
  const transports = transportsIn(response.response.transports)
  const verified = await verifyRegistrationResponse({
    response: { ...rest, response: { ...response.response, transports } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    log.info({ err: error }, 'a new passkey was refused')
    throw new Refused(passkeyFailed)
  })
  if (!verified.verified) throw new Refused(passkeyFailed)
  const { credential, credentialDeviceType } = verified.registrationInfo
  const device = readDevice(userAgent)
  return {
    id: newId(),
    userId: caller.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(transports),
    kind: kindOf(transports, authenticatorAttachment ?? undefined, device),
    isSynced: credentialDeviceType === 'multiDevice' ? 1 : 0,
    name: device.browser,
    sessionId: caller.sessionId,
    createdAt: now().toISOString(),
    lastUsedAt: null,
  }
}

/**
 * Stores a new passkey. Call it with the account locked.
 * @throws Refused `tooManyPasskeys`, `passkeyExists`
 */
export async function insertPasskey(trx: Kysely<Schema>, row: store.PasskeyRow): Promise<void> {
  if ((await store.countPasskeys(trx, row.userId)) >= PASSKEYS_MAX) throw new Refused(tooManyPasskeys)
  try {
    await store.insertPasskey(trx, row)
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refused(passkeyExists)
    throw error
  }
}

/** A challenge for a login with any passkey, or for confirming with one of the caller's passkeys. */
export async function startAuthentication(services: Services, caller?: Caller): Promise<Request> {
  const { db, config } = services
  const passkeys = caller === undefined ? [] : await store.listPasskeys(db, caller.id)
  return keepChallenge(services, caller ? 'confirm' : 'login', caller?.sessionId ?? null, (challenge) => ({
    challenge,
    rpId: relyingParty(config).rpID,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptorOf),
  }))
}

/** A passkey that was verified. `stamp` stores its use; false when another call has used or removed it meanwhile. */
export interface VerifiedPasskey {
  passkey: store.PasskeyRow
  stamp: (trx: Kysely<Schema>) => Promise<boolean>
}

/**
 * Verifies the answer to a challenge: of a login, or of the caller's session.
 * @throws Refused `passkeyFailed`, `passkeyUnknown`
 */
export async function verifyPasskey(
  services: Services,
  { attempt, response }: { attempt: string; response: UsedPasskeyJson },
  caller?: Caller,
): Promise<VerifiedPasskey> {
  const { db, config, log, now } = services
  const challenge = await takeChallenge(services, {
    attempt,
    purpose: caller ? 'confirm' : 'login',
    sessionId: caller?.sessionId ?? null,
  })
  const passkey = await store.findPasskey(db, response.id)
  if (passkey === undefined || (caller !== undefined && passkey.userId !== caller.id))
    throw await unknownPasskey(services, response.id)
  const { rpID, origin } = relyingParty(config)
  const { verifyAuthenticationResponse } = await library()
  const { authenticatorAttachment: _attachment, ...rest } = response
  const { userHandle, ...signed } = response.response
  const result = await verifyAuthenticationResponse({
    response: { ...rest, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    // The counter is compared below, because a counter that goes back is logged.
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: 0,
    },
  }).catch((error: unknown) => {
    log.info({ err: error }, 'a passkey was refused')
    throw new Refused(passkeyFailed)
  })
  const isOwner = userHandle === undefined || userHandle === null || userHandle === handleOf(passkey.userId)
  if (!result.verified || !isOwner) throw new Refused(passkeyFailed)
  const { newCounter: counter, credentialDeviceType } = result.authenticationInfo
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    log.warn(
      { userId: passkey.userId, passkeyId: passkey.id, counter, stored: passkey.counter },
      'the counter of a passkey went back: it may have been copied',
    )
    throw new Refused(passkeyFailed)
  }
  const use = { counter, at: now(), isSynced: credentialDeviceType === 'multiDevice' }
  return { passkey, stamp: async (trx) => store.stampPasskey(trx, passkey, use) }
}

export function passkeyToWire(row: store.PasskeyRow, sessionId: string): Passkey {
  const { id, name, kind, createdAt, lastUsedAt } = row
  return {
    id,
    name,
    kind,
    createdAt,
    lastUsedAt,
    isSynced: row.isSynced === 1,
    isCurrent: row.sessionId === sessionId,
  }
}

/** The name of an account as it is shown beside its passkeys. */
export function displayNameOf({ displayName, username }: Pick<UserRow, 'displayName' | 'username'>): string {
  return displayName ?? username
}

async function keepChallenge<Options>(
  { db, now }: Services,
  purpose: store.ChallengePurpose,
  sessionId: string | null,
  optionsWith: (challenge: string) => Options,
): Promise<{ attempt: string; options: Options }> {
  const [attempt, challenge] = [newToken(''), newToken('')]
  await store.insertChallenge(db, {
    attemptHash: hashToken(attempt),
    challenge,
    purpose,
    sessionId,
    endsAt: new Date(now().getTime() + CHALLENGE_MS).toISOString(),
  })
  return { attempt, options: optionsWith(challenge) }
}

async function takeChallenge(
  { db, now }: Services,
  wanted: { attempt: string; purpose: store.ChallengePurpose; sessionId: string | null },
): Promise<string> {
  const challenge = await store.consumeChallenge(db, { ...wanted, now: now() })
  if (challenge === undefined) throw new Refused(passkeyFailed)
  return challenge
}

async function unknownPasskey({ db }: Services, credentialId: string): Promise<Refused> {
  const removedAt = await store.findRemovalOf(db, credentialId)
  const date = removedAt?.slice(0, 10).split('-').toReversed().join('.')
  return new Refused(passkeyUnknown, {
    values: { removed: date === undefined ? '' : ` Er wurde am ${date} entfernt.` },
  })
}

function descriptorOf({ credentialId, transports }: store.PasskeyRow) {
  return { id: credentialId, type: 'public-key' as const, transports: transportsIn(JSON.parse(transports)) }
}

function transportsIn(values: unknown): AuthenticatorTransport[] {
  return Array.isArray(values) ? TRANSPORTS.filter((known) => values.includes(known)) : []
}

/** What an authenticator stores as the account of a passkey. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

function kindOf(
  transports: readonly AuthenticatorTransport[],
  attachment: string | undefined,
  device: Device,
): store.PasskeyRow['kind'] {
  if (attachment === 'platform') return device.type === 'desktop' ? 'computer' : 'phone'
  return transports.includes('hybrid') || transports.includes('internal') ? 'phone' : 'key'
}
