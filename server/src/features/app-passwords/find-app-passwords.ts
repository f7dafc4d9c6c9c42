import type { InferResult, Kysely } from 'kysely'
import { prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

const withRights = (db: Db) =>
  db
    .selectFrom('appPasswords')
    .innerJoin('users', 'users.id', 'appPasswords.userId')
    .select([
      'appPasswords.id',
      'appPasswords.userId',
      'appPasswords.encryptedSecret',
      'appPasswords.app',
      'appPasswords.lastUsedAt',
      'users.email',
      'users.username',
      'users.isAdmin',
      'users.emailVerified',
      'users.keyVerified',
      'users.hasLimitedAccess',
    ])

/** An app password with the current rights of its account. */
export type AppPasswordWithRights = InferResult<ReturnType<typeof withRights>>[number]

// Prepared, because each request of another program runs one of these statements.
const bySecretHash = prepared<{ secretHash: string }, AppPasswordWithRights>((db, slot) =>
  withRights(db).where('appPasswords.secretHash', '=', slot('secretHash')),
)
const byUsername = prepared<{ name: string }, AppPasswordWithRights>((db, slot) =>
  withRights(db).where('users.username', '=', slot('name')),
)
const byEmail = prepared<{ name: string }, AppPasswordWithRights>((db, slot) =>
  withRights(db).where('users.email', '=', slot('name')),
)

export async function findBySecretHash(
  db: Db,
  secretHash: string,
): Promise<AppPasswordWithRights | undefined> {
  const [row] = await bySecretHash(db, { secretHash })
  return row
}

/** The app passwords of the account with this username or email address, which is in lower case. */
export async function findByName(db: Db, name: string): Promise<AppPasswordWithRights[]> {
  // A username contains no @.
  return name.includes('@') ? byEmail(db, { name }) : byUsername(db, { name })
}

/** The rights of the accounts of these app passwords. App passwords that are no longer valid are omitted. */
export async function selectRights(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('appPasswords')
    .innerJoin('users', 'users.id', 'appPasswords.userId')
    .select([
      'appPasswords.id',
      'appPasswords.userId',
      'users.emailVerified',
      'users.keyVerified',
      'users.hasLimitedAccess',
      'users.isAdmin',
    ])
    .where('appPasswords.id', 'in', ids)
    .execute()
  return rows.map(({ id, userId, hasLimitedAccess, ...rights }) => ({
    id,
    userId,
    hasLimitedAccess,
    emailVerified: rights.emailVerified === 1,
    keyVerified: rights.keyVerified === 1,
    isAdmin: rights.isAdmin === 1,
  }))
}

/** The ended app passwords of the account with this username or email address, which is in lower case. */
export async function findEnded(db: Db, name: string) {
  return db
    .selectFrom('endedAppPasswords')
    .innerJoin('users', 'users.id', 'endedAppPasswords.userId')
    .select(['endedAppPasswords.id', 'endedAppPasswords.userId', 'endedAppPasswords.encryptedSecret'])
    .where(name.includes('@') ? 'users.email' : 'users.username', '=', name)
    .execute()
}

/** Whether an app password with this secret has ended. */
export async function hasEnded(db: Db, secretHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('endedAppPasswords')
    .select('id')
    .where('secretHash', '=', secretHash)
    .executeTakeFirst()
  return row !== undefined
}
