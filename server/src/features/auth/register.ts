import { invalidSetupLink } from '@tonarchiv/contract/auth'
import { usernameTaken } from '@tonarchiv/contract/users'
import type { Kysely } from 'kysely'
import { isUniqueViolation } from '#database/faults.ts'
import { newId } from '#database/ids.ts'
import type { Schema } from '#database/schema.ts'
import {
  countUsers,
  findUserByEmail,
  insertUser,
  usernameExists,
  type UserRow,
} from '#features/users/index.ts'
import { accountExistsLetter, verificationLetter } from '#mail/letters.ts'
import { keepLetter } from '#mail/mail.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import * as store from './store.ts'
import { hashToken, newToken } from './tokens.ts'

const VERIFY_LINK_MS = 24 * 60 * 60 * 1000

export interface Registration {
  email: string
  username: string
  password: string
}

/**
 * Opens an unverified account and sends its link. For a taken address the owner gets a letter instead, and the caller
 * cannot tell the difference. @throws Refused `usernameTaken`, `passwordTooCommon`
 */
export async function register(services: Services, registration: Registration): Promise<void> {
  const { db, now, config } = services
  const passwordHash = await checkAndHash(services, registration)
  const { email, username } = registration
  try {
    await db.transaction().execute(async (trx) => {
      const owner = await findUserByEmail(trx, email)
      // Asked second: whoever finds the owner of the address must also see the name taken with it.
      if (await usernameExists(trx, username)) throw takenName()
      if (owner !== undefined) {
        await keepLetter(
          trx,
          now(),
          accountExistsLetter(owner, config.siteTitle, `${config.publicUrl}/login`),
        )
        return
      }
      const user = await insertUser(trx, {
        ...registration,
        ...freshAccount(now()),
        passwordHash,
        isAdmin: false,
        emailVerified: false,
      })
      await sendVerificationLink(trx, services, user)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Somebody was faster by a moment. With the same name that is said; the same address stays a secret.
    if (await usernameExists(db, username)) throw takenName()
  }
  services.mailer.wake()
}

/** Opens the first admin's account with the link from the console. @throws Refused `invalidSetupLink`, `usernameTaken`, `passwordTooCommon` */
export async function registerFirstAdmin(
  services: Services,
  setup: string,
  registration: Registration,
): Promise<UserRow> {
  const { db, now } = services
  const passwordHash = await checkAndHash(services, registration)
  return db.transaction().execute(async (trx) => {
    const link = await store.useLink(trx, hashToken(setup), 'setup', now())
    if (link === undefined || (await countUsers(trx)) > 0) throw new Refused(invalidSetupLink)
    return insertUser(trx, {
      ...registration,
      ...freshAccount(now()),
      passwordHash,
      isAdmin: true,
      emailVerified: true,
    })
  })
}

/** The set-up link's token while nobody has an account; an older link ends with it. */
export async function makeSetupToken({ db, now }: Pick<Services, 'db' | 'now'>): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    if ((await countUsers(trx)) > 0) return undefined
    const token = newToken('')
    await store.replaceLink(trx, {
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

/** Puts a letter with a new verification link into the outbox; the link before it ends. */
export async function sendVerificationLink(
  trx: Kysely<Schema>,
  { now, config }: Services,
  user: UserRow,
): Promise<void> {
  const token = newToken('')
  const time = now()
  await store.replaceLink(trx, {
    tokenHash: hashToken(token),
    purpose: 'verify-email',
    userId: user.id,
    email: user.email,
    createdAt: time.toISOString(),
    endsAt: new Date(time.getTime() + VERIFY_LINK_MS).toISOString(),
  })
  const address = `${config.publicUrl}/verify-email?token=${token}`
  await keepLetter(trx, time, verificationLetter(user, config.siteTitle, address))
}

/** Opens a ready account for the command line. @throws Refused `usernameTaken`, `passwordTooCommon` */
export async function makeUser(
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

function takenName(): Refused {
  return new Refused(usernameTaken, { fields: { username: usernameTaken.text } })
}
