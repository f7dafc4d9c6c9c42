import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { UserRow } from './users.ts'

type Db = Kysely<Schema>

interface NewUser {
  id: string
  email: string
  username: string
  passwordHash: string
  isAdmin: boolean
  emailVerified: boolean
  createdAt: Date
}

export async function insertUser(
  db: Db,
  { id, email, username, passwordHash, isAdmin, emailVerified, createdAt }: NewUser,
): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({
      id,
      email,
      username,
      passwordHash,
      isAdmin: isAdmin ? 1 : 0,
      emailVerified: emailVerified ? 1 : 0,
      createdAt: createdAt.toISOString(),
      displayName: null,
      avatarName: null,
      usernameChangedAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The address in lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The name in lower case. */
export async function usernameExists(db: Db, username: string): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()) !==
    undefined
  )
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function markEmailVerified(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ emailVerified: 1 }).where('id', '=', id).execute()
}

export async function markKeyVerified(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ keyVerified: 1 }).where('id', '=', id).execute()
}

export async function setAdmin(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ isAdmin: 1 }).where('id', '=', id).execute()
}
