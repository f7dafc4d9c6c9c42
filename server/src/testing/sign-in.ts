import { nameSkeleton } from '@tonarchiv/contract/similar-names'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#services.ts'
import { WHOLE_ARCHIVE_ID } from '#features/access-grants/scopes.ts'
import { insertGrant } from '#features/access-grants/store.ts'
import { hashToken, newToken } from '#features/auth/credentials/tokens.ts'

export interface MemberOptions {
  username?: string
  isAdmin?: boolean
  emailVerified?: boolean
  /** Has redeemed an access key. */
  hasKey?: boolean
}

export interface Member {
  id: string
  username: string
  email: string
  /** All accounts of `signIn` have the same password. */
  password: string
  token: string
  sessionId: string
}

const PASSWORD = 'korrekt pferd batterie'
/**
 * The Argon2id hash of `PASSWORD` with the parameters of the server. It is computed once, because hashing is slow.
 */
let passwordHash: Promise<string> | undefined
let made = 0

/**
 * An account with a valid session, written directly to the database, so that tests of other things need no
 * emails and forms.
 */
export async function signIn(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { username, isAdmin = false, emailVerified = true, hasKey = true }: MemberOptions = {},
): Promise<Member> {
  const { hashPassword } = await import('#features/auth/credentials/passwords.ts')
  passwordHash ??= hashPassword(PASSWORD)
  made += 1
  const name = username ?? `mitglied${made}`
  const member = {
    id: newId(),
    username: name,
    email: `${name}@beispiel.de`,
    password: PASSWORD,
  }
  const time = now()
  await db
    .insertInto('users')
    .values({
      id: member.id,
      email: member.email,
      username: name,
      usernameSkeleton: nameSkeleton(name),
      displayName: null,
      avatarName: null,
      usernameChangedAt: null,
      firstVerifiedAt: emailVerified ? time.toISOString() : null,
      passwordHash: await passwordHash,
      isAdmin: isAdmin ? 1 : 0,
      emailVerified: emailVerified ? 1 : 0,
      keyVerified: hasKey ? 1 : 0,
      createdAt: time.toISOString(),
    })
    .execute()
  if (hasKey) {
    const grant = { userId: member.id, scopeId: WHOLE_ARCHIVE_ID, accessKeyId: null, endsAt: null }
    await insertGrant(db, { ...grant, id: newId(), grantedAt: time.toISOString(), withdrawnAt: null })
  }
  return { ...member, ...(await addSession({ db, now }, member.id)) }
}

/** Another valid session of an account. */
export async function addSession(
  { db, now }: { db: Kysely<Schema>; now: () => Date },
  userId: string,
): Promise<{ token: string; sessionId: string }> {
  const session = { token: newToken('st_'), sessionId: newId() }
  const time = now()
  const later = new Date(time.getTime() + 12 * 60 * 60 * 1000).toISOString()
  await db
    .insertInto('sessions')
    .values({
      id: session.sessionId,
      tokenHash: hashToken(session.token),
      userId,
      remembered: 0,
      browser: 'Test',
      deviceType: 'desktop',
      address: '127.0.0.1',
      createdAt: time.toISOString(),
      confirmedAt: time.toISOString(),
      confirmedBy: 'login',
      lastUsedAt: time.toISOString(),
      idleEndsAt: later,
      endsAt: later,
    })
    .execute()
  return session
}
