import { noAuthenticator, wrongCode } from '@tonarchiv/contract/factors'
import type { Kysely } from 'kysely'
import { credentialCipher } from '#access/encrypted-credentials.ts'
import type { Caller } from '#access/caller.ts'
import { recordRevocation } from '#database/revocations.ts'
import type { Schema } from '#database/schema.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import * as store from '../store/second-factors.ts'
import { deleteTrustedDevices } from '../store/trusted-devices.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { addressOf, newTotpSecret, stepOfCode } from './totp.ts'

/** Time within which an app must be set up with its secret. */
const PENDING_MS = 60 * 60 * 1000

const cipherOf = (secret: string) => credentialCipher(secret, 'authenticator apps')

/** Makes a secret for an app. It becomes valid when `activateApp` is called with a code of that app. */
export async function startApp(
  { db, now, secret, config }: Services,
  { id: userId, username }: Caller,
): Promise<{ secret: string; address: string }> {
  const made = newTotpSecret()
  await db.transaction().execute(async (trx) =>
    store.replacePendingAuthenticator(trx, {
      id: newId(),
      userId,
      state: 'pending',
      encryptedSecret: cipherOf(secret).encrypt(made, userId),
      lastStep: 0,
      createdAt: now().toISOString(),
    }),
  )
  return { secret: made, address: addressOf(made, { site: config.siteTitle, username }) }
}

/**
 * Makes the pending app the active app of the account, in place of an earlier one, and makes new recovery codes. Call
 * it with the account locked.
 * @throws Refused `noAuthenticator` when none is being set up, `wrongCode`
 */
export async function activateApp(
  services: Services,
  trx: Kysely<Schema>,
  userId: string,
  code: string,
): Promise<{ recoveryCodes: string[]; isReplaced: boolean }> {
  const now = services.now()
  const pending = await store.findAuthenticator(trx, userId, 'pending')
  if (pending === undefined || Date.parse(pending.createdAt) <= now.getTime() - PENDING_MS)
    throw new Refused(noAuthenticator)
  const secret = cipherOf(services.secret).decrypt(pending.encryptedSecret, userId)
  const step = secret === undefined ? undefined : stepOfCode(secret, code, now)
  if (step === undefined) throw codeRefused()
  const isReplaced = await removeApp(trx, userId, now)
  await store.activateAuthenticator(trx, pending.id, step, now)
  return { recoveryCodes: await renewCodes(services, trx, userId), isReplaced }
}

/**
 * Uses up a code of the account's app.
 * @throws Refused `wrongCode`, also for a code that was used before
 */
export async function requireCode(
  { now, secret }: Services,
  trx: Kysely<Schema>,
  userId: string,
  code: string,
): Promise<void> {
  const app = await store.findAuthenticator(trx, userId, 'active')
  const key = app && cipherOf(secret).decrypt(app.encryptedSecret, userId)
  const step = key === undefined ? undefined : stepOfCode(key, code, now())
  if (app === undefined || step === undefined || !(await store.consumeStep(trx, app.id, step)))
    throw codeRefused()
}

/** Replaces the recovery codes of an account. Call it with the account locked. */
export async function renewCodes(
  { now, secret }: Services,
  trx: Kysely<Schema>,
  userId: string,
): Promise<string[]> {
  await removeCodes(trx, userId, now())
  const codes = newRecoveryCodes()
  await store.insertRecoveryCodes(
    trx,
    codes.map((code) => ({ id: newId(), userId, codeHash: hashRecoveryCode(secret, userId, code) })),
  )
  return codes
}

/** Uses up a recovery code. False when the account has no such code, or has used it. */
export async function consumeRecoveryCode(
  { now, secret }: Services,
  trx: Kysely<Schema>,
  userId: string,
  code: string,
): Promise<boolean> {
  return (await removeCodes(trx, userId, now(), hashRecoveryCode(secret, userId, code))) === 1
}

/** Removes the app with its recovery codes and trusted devices. False when there was none. */
export async function removeApp(trx: Kysely<Schema>, userId: string, at: Date): Promise<boolean> {
  const target = await store.deleteAuthenticator(trx, userId, 'active')
  if (target !== undefined) await recordRevocation(trx, at, { kind: 'authenticator', target })
  await removeCodes(trx, userId, at)
  await distrustDevices(trx, userId, at)
  return target !== undefined
}

/** Ends the trust in all devices of an account, or in the one with this id. Returns how many there were. */
export async function distrustDevices(
  trx: Kysely<Schema>,
  userId: string,
  at: Date,
  id?: string,
): Promise<number> {
  const ids = await deleteTrustedDevices(trx, userId, id)
  for (const target of ids) await recordRevocation(trx, at, { kind: 'trusted-device', target })
  return ids.length
}

export async function deletePendingApps({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await store.deletePendingAuthenticators(db, new Date(now().getTime() - PENDING_MS))
}

async function removeCodes(
  trx: Kysely<Schema>,
  userId: string,
  at: Date,
  codeHash?: string,
): Promise<number> {
  const ids = await store.deleteRecoveryCodes(trx, userId, codeHash)
  for (const target of ids) await recordRevocation(trx, at, { kind: 'recovery-code', target })
  return ids.length
}

function codeRefused(): Refused {
  return new Refused(wrongCode, { fields: { code: wrongCode.text } })
}
