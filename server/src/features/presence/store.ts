import type { Kysely } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

type Db = Kysely<Schema>

/** Members with a verified email address, in any order. With `id` only that member. */
export async function selectMembers(db: Db, id?: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'displayName',
      'avatarName',
      'customStatus',
      'showListening',
      'letsFriendsListen',
      'keyVerified',
      'hasLimitedScope',
      'isAdmin',
    ])
    .where('emailVerified', '=', 1)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
}

interface MemberCount {
  count: number
  newest: string | null
}

const selectCount = prepared<object, MemberCount>((db) =>
  db
    .selectFrom('users')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('id').as('newest')])
    .where('emailVerified', '=', 1),
)

/** Counts the members. The result changes whenever a member is added or deleted. */
export async function countMembers(db: Executor): Promise<MemberCount> {
  const [row] = await selectCount(db, {})
  return row ?? { count: 0, newest: null }
}

/** Fields that only the profile dialog shows. */
export async function findProfile(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['bio', 'createdAt'])
    .where('id', '=', id)
    .where('emailVerified', '=', 1)
    .executeTakeFirst()
}

export async function findLastPlay(db: Db, userId: string) {
  return db
    .selectFrom('plays')
    .select(['trackName', 'artist', 'playedAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
