import type { SecurityChange } from '@tonarchiv/contract/security-changes'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { findUserById } from '#features/users/index.ts'
import { securityChangeEmail } from '#mail/email-templates.ts'
import { enqueueEmail } from '#mail/mail.ts'
import type { Services } from '#services.ts'
import { readDevice } from '../sessions/devices.ts'

/**
 * Informs the owner of an account by email what has changed about its security. `userAgent` is that of the device; null
 * for the operator. Call it with the transaction of the change, and wake the mailer after it.
 */
export async function notifyOwner(
  { now, config }: Pick<Services, 'now' | 'config'>,
  trx: Kysely<Schema>,
  userId: string,
  { change, userAgent }: { change: string; userAgent: string | undefined | null },
): Promise<void> {
  const user = await findUserById(trx, userId)
  // An unverified address may belong to another person.
  if (user?.emailVerified !== 1) return
  const by = userAgent === null ? 'Betreiber des Archivs' : readDevice(userAgent).browser
  await enqueueEmail(
    trx,
    now(),
    securityChangeEmail(user, config.siteTitle, {
      change,
      by,
      address: `${config.publicUrl}/settings?tab=security`,
    }),
  )
}

/** Emits that the owner has changed a factor, for a notice in the archive. Call it after the commit. */
export function emitFactorChange(
  { events }: Pick<Services, 'events'>,
  userId: string,
  {
    change,
    name = null,
    userAgent,
  }: { change: SecurityChange; name?: string | null; userAgent: string | undefined },
): void {
  events.emit('securityChanged', { userId, change, name, device: readDevice(userAgent).browser })
}
