import type { User } from '@tonarchiv/contract/users'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'
import type { OwnFile } from '#feature.ts'

export type UserRow = Selectable<Schema['users']>

/** Minimum time between two changes of the username. See docs/product.md §3.6. */
export const RENAME_PAUSE_MS = 24 * 60 * 60 * 1000

/** An account in the shape that its owner gets from the API. */
export function toWire(row: UserRow, now: Date): User {
  const changeableAt =
    row.usernameChangedAt === null ? 0 : Date.parse(row.usernameChangedAt) + RENAME_PAUSE_MS
  return {
    id: row.id,
    uid: row.id,
    email: row.email,
    username: row.username,
    displayName: row.displayName ?? row.username,
    bio: row.bio,
    avatarUrl: row.avatarName === null ? null : `/api/avatar/${row.avatarName}`,
    customStatus: row.customStatus,
    showListening: row.showListening === 1,
    letsFriendsListen: row.letsFriendsListen === 1,
    showReadMarks: row.showReadMarks === 1,
    showMomentDots: row.showMomentDots === 1,
    isAdmin: row.isAdmin === 1,
    emailVerified: row.emailVerified === 1,
    keyVerified: row.keyVerified === 1,
    ...(row.hasLimitedAccess === 1 && row.isAdmin === 0 && { hasLimitedAccess: true as const }),
    createdAt: row.createdAt,
    usernameChangeableAt: changeableAt > now.getTime() ? new Date(changeableAt).toISOString() : null,
  }
}

/** The image of an account in its export as a ZIP. */
const AVATAR_FILE = 'profilbild.jpg'

/** The profile of an account, for its export. */
export const profileExport = {
  name: 'profile',
  read: async (db: Kysely<Schema>, userId: string) => {
    const row = await db
      .selectFrom('users')
      .select([
        'id',
        'email',
        'username',
        'usernameSkeleton',
        'displayName',
        'bio',
        'customStatus',
        'showListening',
        'letsFriendsListen',
        'showReadMarks',
        'showMomentDots',
        'isAdmin',
        'emailVerified',
        'keyVerified',
        'usernameChangedAt',
        'firstVerifiedAt',
        'invitedBy',
        'createdAt',
        'avatarName',
      ])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { avatarName, ...profile } = row
    // The image itself is not in this section. It can be loaded while logged in, and the export as a ZIP contains it.
    return {
      ...profile,
      displayNameSkeleton:
        (
          await db
            .selectFrom('displayNames')
            .select('skeleton')
            .where('userId', '=', userId)
            .executeTakeFirst()
        )?.skeleton ?? null,
      avatar: avatarName && `/api/avatar/${avatarName}`,
      avatarFile: avatarName && AVATAR_FILE,
    }
  },
  async *files(db: Kysely<Schema>, userId: string): AsyncGenerator<OwnFile> {
    const row = await db
      .selectFrom('users')
      .select(['avatarName', 'createdAt'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (row !== undefined && row.avatarName !== null)
      yield { path: AVATAR_FILE, storageName: `avatars/${row.avatarName}`, createdAt: row.createdAt }
  },
}
