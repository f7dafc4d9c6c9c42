import type { PlaylistRole } from '@tonarchiv/contract/playlists'
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { type Executor, isOneOf } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

/** The account that reads playlists. Without archive access it sees only its own playlists. */
export interface Viewer {
  id: string
  hasAccess: boolean
}

/** The id of an account, or a column that contains one. */
type UserId = string | Expression<string>

/** A viewer in the form of parameters of a prepared statement. */
export interface ViewerSlot {
  id: UserId
  hasAccess: boolean
}

type Playlists = ExpressionBuilder<Schema, 'playlists'>

export function isCollaborator(eb: Playlists, userId: UserId) {
  return eb.exists(
    eb
      .selectFrom('playlistCollaborators')
      .select('playlistCollaborators.userId')
      .whereRef('playlistCollaborators.playlistId', '=', 'playlists.id')
      .where('playlistCollaborators.userId', '=', userId),
  )
}

/** Whether an account with archive access may see a playlist, its own or one of another member. */
function isShared(eb: Playlists, userId: UserId) {
  const isFriend = eb.exists(
    eb
      .selectFrom('friendships')
      .select('friendships.userId')
      .whereRef('friendships.userId', '=', 'playlists.ownerId')
      .where('friendships.friendId', '=', userId),
  )
  return eb.or([
    eb('playlists.visibility', '=', 'members'),
    isCollaborator(eb, userId),
    eb.and([eb('playlists.visibility', '=', 'friends'), isFriend]),
  ])
}

export function isVisible(eb: Playlists, { id, hasAccess }: ViewerSlot) {
  const isOwn = eb('playlists.ownerId', '=', id)
  return hasAccess ? eb.or([isOwn, isShared(eb, id)]) : isOwn
}

/** The role of an account in a playlist. The account must be able to see the playlist. */
export function roleOf(eb: Playlists, userId: UserId) {
  return eb
    .case()
    .when('playlists.ownerId', '=', userId)
    .then('owner')
    .when(isCollaborator(eb, userId))
    .then('collaborator')
    .else('reader')
    .end()
    .$castTo<PlaylistRole>()
}

/** The current roles of accounts in a playlist, by account. Accounts that may not see the playlist are omitted. */
export async function rolesIn(
  db: Executor,
  playlistId: string,
  userIds: readonly string[],
): Promise<Map<string, PlaylistRole>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('playlists')
    .innerJoin('users', (join) => join.on(isOneOf(db, 'users.id', sql`${userIds}`)))
    .select('users.id as userId')
    .select((eb) => roleOf(eb, eb.ref('users.id')).as('role'))
    .where('playlists.id', '=', playlistId)
    .where((eb) => {
      const hasAccess = eb.or([eb('users.keyVerified', '=', 1), eb('users.isAdmin', '=', 1)])
      const isOwn = eb('playlists.ownerId', '=', eb.ref('users.id'))
      return eb.or([isOwn, eb.and([hasAccess, isShared(eb, eb.ref('users.id'))])])
    })
    .execute()
  return new Map(rows.map(({ userId, role }) => [userId, role]))
}
