import { foldText } from '@tonarchiv/contract/fold-text'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

const COLUMNS = [
  'id',
  'email',
  'username',
  'displayName',
  'avatarName',
  'isAdmin',
  'emailVerified',
  'keyVerified',
  'createdAt',
] as const

export type ManagedRow = Pick<Selectable<Schema['users']>, (typeof COLUMNS)[number]>

interface UserFilter {
  search?: string | undefined
  limit: number
  offset: number
}

/**
 * A page of the accounts whose names or address contain the text, oldest first, and the number of all such accounts.
 */
export async function findUsers(
  db: Db,
  { search = '', limit, offset }: UserFilter,
): Promise<{ users: ManagedRow[]; total: number }> {
  const wanted = foldText(search.trim())
  if (wanted === '') {
    const users = await db
      .selectFrom('users')
      .select(COLUMNS)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { users, total: await countUsers(db) }
  }
  // The names are compared here, because SQLite and PostgreSQL differ in which letters they treat as equal.
  const names = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'displayName'])
    .orderBy('id')
    .execute()
  const ids = names
    .filter(({ username, email, displayName }) =>
      [username, email, displayName ?? ''].some((name) => foldText(name).includes(wanted)),
    )
    .map(({ id }) => id)
  const page = ids.slice(offset, offset + limit)
  const users =
    page.length === 0
      ? []
      : await db.selectFrom('users').select(COLUMNS).where('id', 'in', page).orderBy('id').execute()
  return { users, total: ids.length }
}

export async function findManagedUser(db: Db, id: string): Promise<ManagedRow | undefined> {
  return db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
