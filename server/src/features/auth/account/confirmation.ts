import type { confirm } from '@tonarchiv/contract/factors'
import { passkeyFailed, wrongConfirmation, wrongRecoveryCode } from '@tonarchiv/contract/factors'
import { wrongCurrentPassword } from '@tonarchiv/contract/auth'
import type { BodyOf } from '@tonarchiv/contract/route'
import { CONFIRMED_FOR_MS, requireConfirmation } from '#access/access.ts'
import type { Caller } from '#access/caller.ts'
import { findUserById, lockUser, type UserRow } from '#features/users/index.ts'
import { Refused } from '#platform/refused.ts'
import { consume, refund } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { verifyPassword } from '../credentials/passwords.ts'
import { consumeRecoveryCode, requireCode } from '../factors/authenticator.ts'
import { emitSecurityChange, notifyOwner } from '../factors/notices.ts'
import { verifyPasskey } from '../factors/passkeys.ts'
import { codeLimits, confirmationLimits, currentPasswordLimits } from '../limits/limits.ts'
import { setPasskeySession } from '../store/passkeys.ts'
import { confirmSession } from '../store/sessions.ts'

interface From {
  clientSubnet: string
  userAgent: string | undefined
}

/**
 * Confirms for ten minutes that the caller of this session owns the account.
 * @returns when the confirmation ends
 * @throws Refused `wrongConfirmation`, `wrongCode`, `wrongRecoveryCode`, `passkeyFailed`, `passkeyUnknown`
 */
export async function confirmCaller(
  services: Services,
  caller: Caller,
  proof: BodyOf<typeof confirm>,
  from: From,
): Promise<Date> {
  if ('password' in proof) await confirmByPassword(services, caller, proof.password)
  else if ('code' in proof) await confirmByCode(services, caller, { code: proof.code }, from)
  else if ('recoveryCode' in proof)
    await confirmByCode(services, caller, { recoveryCode: proof.recoveryCode }, from)
  else await confirmByPasskey(services, caller, proof)
  return new Date(services.now().getTime() + CONFIRMED_FOR_MS)
}

async function confirmByPassword(services: Services, caller: Caller, password: string): Promise<void> {
  const { db, now } = services
  const limits = confirmationLimits(caller.id)
  const left = await consume(services, limits)
  const user = await findUserById(db, caller.id)
  if (!(await verifyPassword(password, user?.passwordHash))) {
    const n = left === 1 ? '1 Versuch' : `${left} Versuche`
    const refused = new Refused(wrongConfirmation, { values: { n } })
    throw new Refused(wrongConfirmation, { values: { n }, fields: { password: refused.message } })
  }
  await refund(services, limits)
  await confirmSession(db, caller.sessionId, 'password', now())
}

async function confirmByCode(
  services: Services,
  caller: Caller,
  proof: { code: string } | { recoveryCode: string },
  { clientSubnet, userAgent }: From,
): Promise<void> {
  const { db, now, mailer } = services
  const limits = codeLimits('code' in proof ? 'code' : 'recovery code', caller.id, clientSubnet)
  await consume(services, limits)
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, caller.id)
    if ('code' in proof) await requireCode(services, trx, caller.id, proof.code)
    else {
      if (!(await consumeRecoveryCode(services, trx, caller.id, proof.recoveryCode)))
        throw new Refused(wrongRecoveryCode, { fields: { recoveryCode: wrongRecoveryCode.text } })
      await notifyOwner(services, trx, caller.id, { change: 'recoveryCodeUsed', userAgent })
    }
    await confirmSession(trx, caller.sessionId, 'code', now())
  })
  await refund(services, limits)
  if ('recoveryCode' in proof)
    emitSecurityChange(services, caller.id, { change: 'recoveryCodeUsed', userAgent })
  mailer.wake()
}

async function confirmByPasskey(
  services: Services,
  caller: Caller,
  proof: Extract<BodyOf<typeof confirm>, { attempt: string }>,
): Promise<void> {
  const { passkey, stamp } = await verifyPasskey(services, proof, caller)
  await services.db.transaction().execute(async (trx) => {
    if (!(await stamp(trx))) throw new Refused(passkeyFailed)
    await setPasskeySession(trx, passkey.id, caller.sessionId)
    await confirmSession(trx, caller.sessionId, 'passkey', services.now())
  })
}

/**
 * Returns the account of a caller who has sent the current password, or has confirmed in this session. A call that is
 * refused because nothing confirms it is not counted: the browser asks, and repeats it.
 * @throws Refused `wrongCurrentPassword` at the given field, `confirmationRequired`
 */
export async function confirmedUser(
  services: Services,
  caller: Caller,
  password: string | undefined,
  field: string,
): Promise<UserRow> {
  if (password === undefined) requireConfirmation('explicit', caller, services.now())
  await consume(services, currentPasswordLimits(caller.id))
  if (password !== undefined) return requirePassword(services, caller.id, password, field)
  const user = await findUserById(services.db, caller.id)
  if (user === undefined) throw wrongPassword(field)
  return user
}

/**
 * Returns the account if the password is correct.
 * @throws Refused `wrongCurrentPassword` at the given field
 */
async function requirePassword(
  { db }: Services,
  userId: string,
  password: string,
  field: string,
): Promise<UserRow> {
  const user = await findUserById(db, userId)
  if (!(await verifyPassword(password, user?.passwordHash)) || user === undefined) throw wrongPassword(field)
  return user
}

export function wrongPassword(field: string): Refused {
  return new Refused(wrongCurrentPassword, { fields: { [field]: wrongCurrentPassword.text } })
}
