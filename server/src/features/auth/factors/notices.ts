import type { SecurityChange } from '@tonarchiv/contract/security-changes'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { findUserById } from '#features/users/index.ts'
import { securityChangeEmail } from '#mail/email-templates.ts'
import { enqueueEmail } from '#mail/mail.ts'
import type { Services } from '#services.ts'
import { readDevice } from '../sessions/devices.ts'
import { securitySentence } from './security-sentences.ts'

/** A change of what secures an account. */
interface OwnChange {
  change: SecurityChange
  /** What was added or removed, such as the name of a passkey. */
  name?: string | null
  /** The device that did it. */
  userAgent: string | undefined
}

/**
 * Informs the owner of an account by email what has changed about its security. Call it with the transaction of the
 * change, and wake the mailer after it.
 */
export async function notifyOwner(
  needs: Pick<Services, 'now' | 'config'>,
  trx: Kysely<Schema>,
  userId: string,
  { change, name, userAgent }: OwnChange,
): Promise<void> {
  const by = readDevice(userAgent).browser
  await enqueueNotice(needs, trx, userId, { change: securitySentence(change, name), by })
}

/** As `notifyOwner`, for what the operator has changed on the command line. `change` is a sentence without a full stop. */
export async function notifyOwnerOfOperator(
  needs: Pick<Services, 'now' | 'config'>,
  trx: Kysely<Schema>,
  userId: string,
  change: string,
): Promise<void> {
  await enqueueNotice(needs, trx, userId, { change, by: 'Betreiber des Archivs' })
}

async function enqueueNotice(
  { now, config }: Pick<Services, 'now' | 'config'>,
  trx: Kysely<Schema>,
  userId: string,
  { change, by }: { change: string; by: string },
): Promise<void> {
  const user = await findUserById(trx, userId)
  // An unverified address may belong to another person.
  if (user?.emailVerified !== 1) return
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

/** Emits a change, for a notice in the archive. Call it after the commit. */
export function emitSecurityChange(
  { events }: Pick<Services, 'events'>,
  userId: string,
  { change, name = null, userAgent }: OwnChange,
): void {
  events.emit('securityChanged', { userId, change, name, device: readDevice(userAgent).browser })
}
