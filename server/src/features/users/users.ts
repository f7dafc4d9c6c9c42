import type { User } from '@tonarchiv/contract/users'
import type { Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'

export type UserRow = Selectable<Schema['users']>

const RENAME_PAUSE_MS = 24 * 60 * 60 * 1000

/** The account as its owner sees it. */
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
    isAdmin: row.isAdmin === 1,
    emailVerified: row.emailVerified === 1,
    keyVerified: row.keyVerified === 1,
    createdAt: row.createdAt,
    usernameChangeableAt: changeableAt > now.getTime() ? new Date(changeableAt).toISOString() : null,
  }
}
