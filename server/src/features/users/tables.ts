import type { ColumnType, Generated } from 'kysely'

export interface UsersTables {
  users: {
    id: string
    /** Lower case. */
    email: string
    /** Lower case. */
    username: string
    /** The username in a form that is equal for names that look alike; see `nameSkeleton`. */
    usernameSkeleton: Generated<string | null>
    displayName: string | null
    bio: Generated<string>
    avatarName: string | null
    customStatus: Generated<string>
    /** Whether other members see what this member plays: 0 or 1. */
    showListening: Generated<number>
    /** Whether friends may listen along with this member without asking first. */
    letsFriendsListen: Generated<number>
    /** Whether others see how far this member has read their messages. */
    showReadMarks: Generated<number>
    /** Whether this member sees moments as dots on waveforms. */
    showMomentDots: Generated<number>
    passwordHash: string
    isAdmin: Generated<number>
    emailVerified: Generated<number>
    /** Whether the account has access to the archive or a part of it. Kept in step with `access_grants`. */
    keyVerified: Generated<number>
    /**
     * Whether the access is limited in scope or time, so that `access_grants` must be read. Kept in step with them.
     */
    hasLimitedAccess: Generated<number>
    /** Whether a part of the archive is closed to the account. Kept in step with `access_grants`. */
    hasLimitedScope: Generated<number>
    /** The account that has invited this member. When that account is deleted, its own inviter takes its place. */
    invitedBy: ColumnType<string | null, string | null | undefined, string | null>
    usernameChangedAt: string | null
    /** The time at which an email address of the account was verified for the first time; null if none ever was. */
    firstVerifiedAt: ColumnType<string | null, string | null | undefined, string | null>
    createdAt: ColumnType<string, string, never>
  }
  /** The skeleton of each display name (`nameSkeleton`), so that no two accounts have names that look alike. */
  displayNames: { skeleton: string; userId: string }
  /** Usernames that a registration reserves without an account. */
  usernameReservations: { username: string; endsAt: string }
}

declare module '#database/schema.ts' {
  interface Schema extends UsersTables {}
}
