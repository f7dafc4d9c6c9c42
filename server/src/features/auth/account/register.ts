import { invalidSetupLink } from '@tonarchiv/contract/auth'
import { emailUnusable, usernameTaken } from '@tonarchiv/contract/users'
import type { Kysely } from 'kysely'
import { isUniqueViolation } from '#database/faults.ts'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import {
  adminExists,
  deleteNeverVerified,
  findUserByEmail,
  insertUser,
  releaseUsername,
  RESERVED_FOR_MS,
  reserveUsername,
  usernameExists,
  type UserRow,
} from '#features/users/index.ts'
import { accountExistsEmail, verificationEmail } from '#mail/email-templates.ts'
import { enqueueEmail } from '#mail/mail.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { hashPassword, refuseCommonPassword } from '../credentials/passwords.ts'
import { consumeLink, replaceLink } from '../store/links.ts'
import { hashToken, newToken } from '../credentials/tokens.ts'

const VERIFY_LINK_MS = 24 * 60 * 60 * 1000

export interface Registration {
  email: string
  username: string
  password: string
}

/**
 * Creates an unverified account and sends its link. If the address has an account, its owner gets an email instead.
 * The username is then reserved for as long as an unverified account would have occupied it, so that later calls do
 * not reveal the difference.
 * @throws Refused `usernameTaken`, `passwordTooCommon`
 */
export async function register(services: Services, registration: Registration): Promise<void> {
  const passwordHash = await checkAndHash(services, registration)
  try {
    await insertRegistration(services, registration, passwordHash)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // A concurrent call has inserted the same address or name. The second attempt reads that row and handles it.
    await insertRegistration(services, registration, passwordHash)
  }
  services.mailer.wake()
}

async function insertRegistration(
  services: Services,
  registration: Registration,
  passwordHash: string,
): Promise<void> {
  const { db, now, config } = services
  const { email, username } = registration
  await db.transaction().execute(async (trx) => {
    const time = now()
    const endsAt = new Date(time.getTime() + RESERVED_FOR_MS)
    // Reserve the name first, so that another registration of it waits for the end of this transaction.
    if (!(await reserveUsername(trx, username, time, endsAt)) || (await usernameExists(trx, username)))
      throw usernameInUse()
    const owner = await findUserByEmail(trx, email)
    if (owner !== undefined) {
      const loginUrl = `${config.publicUrl}/login`
      return enqueueEmail(trx, time, accountExistsEmail(owner, config.siteTitle, loginUrl))
    }
    const user = await insertUser(trx, {
      ...registration,
      ...freshAccount(time),
      passwordHash,
      isAdmin: false,
      emailVerified: false,
    })
    // From now on the account itself occupies the name.
    await releaseUsername(trx, username)
    await sendVerificationLink(trx, services, user)
  })
}

/**
 * Creates the first admin with the link from the console, even if other accounts exist. The holder of the
 * link runs the server, so an unverified account with this address is replaced.
 * @throws Refused `invalidSetupLink`, `usernameTaken`, `emailUnusable`, `passwordTooCommon`
 */
export async function registerFirstAdmin(
  services: Services,
  setup: string,
  registration: Registration,
): Promise<UserRow> {
  const { db, now } = services
  const passwordHash = await checkAndHash(services, registration)
  return db.transaction().execute(async (trx) => {
    const link = await consumeLink(trx, hashToken(setup), 'setup', now())
    if (link === undefined || (await adminExists(trx))) throw new Refused(invalidSetupLink)
    await deleteNeverVerified(trx, registration.email)
    if (await usernameExists(trx, registration.username)) throw usernameInUse()
    if ((await findUserByEmail(trx, registration.email)) !== undefined)
      throw new Refused(emailUnusable, { fields: { email: emailUnusable.text } })
    return insertUser(trx, {
      ...registration,
      ...freshAccount(now()),
      passwordHash,
      isAdmin: true,
      emailVerified: true,
    })
  })
}

/** Makes a token for the set-up link. Undefined when there is an admin. An older link becomes invalid. */
export async function createSetupToken({
  db,
  now,
}: Pick<Services, 'db' | 'now'>): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    if (await adminExists(trx)) return undefined
    const token = newToken('')
    await replaceLink(trx, {
      tokenHash: hashToken(token),
      purpose: 'setup',
      userId: null,
      email: null,
      createdAt: now().toISOString(),
      endsAt: null,
    })
    return token
  })
}

/** Queues an email with a new verification link. The previous link becomes invalid. */
export async function sendVerificationLink(
  trx: Kysely<Schema>,
  { now, config }: Services,
  user: UserRow,
): Promise<void> {
  const token = newToken('')
  const time = now()
  await replaceLink(trx, {
    tokenHash: hashToken(token),
    purpose: 'verify-email',
    userId: user.id,
    email: user.email,
    createdAt: time.toISOString(),
    endsAt: new Date(time.getTime() + VERIFY_LINK_MS).toISOString(),
  })
  const address = `${config.publicUrl}/verify-email?token=${token}`
  await enqueueEmail(trx, time, verificationEmail(user, config.siteTitle, address))
}

/**
 * Creates a verified account for the command line.
 * @throws Refused `usernameTaken`, `passwordTooCommon`
 */
export async function createUser(
  services: Services,
  registration: Registration,
  isAdmin: boolean,
): Promise<UserRow> {
  const passwordHash = await checkAndHash(services, registration)
  return insertUser(services.db, {
    ...registration,
    ...freshAccount(services.now()),
    passwordHash,
    isAdmin,
    emailVerified: true,
  })
}

async function checkAndHash(
  { config }: Services,
  { email, username, password }: Registration,
): Promise<string> {
  await refuseCommonPassword(password, { email, username, siteTitle: config.siteTitle })
  return hashPassword(password)
}

function freshAccount(now: Date) {
  return { id: newId(), createdAt: now }
}

function usernameInUse(): Refused {
  return new Refused(usernameTaken, { fields: { username: usernameTaken.text } })
}
