import type { Kysely } from 'kysely'
import { isScoped } from '#database/scoped.ts'
import type { Schema } from '#database/schema.ts'
import type { OwnFile } from '#feature.ts'

/** The playlists of an account, and its actions in playlists of other members, for its export. */
export const playlistsExport = {
  name: 'playlists',
  read: async (db: Kysely<Schema>, userId: string) => ({
    own: await db
      .selectFrom('playlists')
      .select([
        'id',
        'title',
        'description',
        'visibility',
        'rules',
        'entryCount',
        'durationSeconds',
        'createdAt',
        'changedAt',
      ])
      .where('ownerId', '=', userId)
      .orderBy('id')
      .execute(),
    covers: (await ownCovers(db, userId).execute()).map(({ playlistId }) => ({
      playlistId,
      file: pathOf(playlistId),
    })),
    collaborators: await db
      .selectFrom('playlistCollaborators')
      .leftJoin('users as owner', 'owner.id', 'playlistCollaborators.ownerId')
      .leftJoin('users as collaborator', 'collaborator.id', 'playlistCollaborators.userId')
      .select([
        'playlistId',
        'owner.username as owner',
        'collaborator.username as collaborator',
        'playlistCollaborators.createdAt',
      ])
      .where((eb) => eb.or([eb('ownerId', '=', userId), eb('userId', '=', userId)]))
      .orderBy('playlistId')
      .execute(),
    followed: await db
      .selectFrom('playlistFollowers')
      .innerJoin('playlists', 'playlists.id', 'playlistFollowers.playlistId')
      .select(['playlists.id', 'playlistFollowers.createdAt'])
      .where('userId', '=', userId)
      .orderBy('playlists.id')
      .execute(),
    /** The contents of smart playlists when the account last opened them. */
    smart: await db
      .selectFrom('smartPlaylistTotals')
      .select(['playlistId', 'entryCount', 'durationSeconds', 'firstTrackIds'])
      .where('userId', '=', userId)
      .orderBy('playlistId')
      .execute(),
    /**
     * All entries of the account's own playlists, in order. Of other playlists, the entries that the account has added
     * or removed. With a limited scope only the entries that the account has added, because it knows no other titles.
     */
    entries: await db
      .selectFrom('playlistEntries')
      .innerJoin('playlists', 'playlists.id', 'playlistEntries.playlistId')
      .select([
        'playlistEntries.playlistId',
        'playlistEntries.title',
        'playlistEntries.album',
        'playlistEntries.durationSeconds',
        'playlistEntries.addedAt',
        'playlistEntries.removedAt',
      ])
      .where((eb) =>
        isScoped(db)
          ? eb('addedBy', '=', userId)
          : eb.or([eb('ownerId', '=', userId), eb('addedBy', '=', userId), eb('removedBy', '=', userId)]),
      )
      .orderBy('playlistEntries.playlistId')
      .orderBy('sortKey')
      .orderBy('playlistEntries.id')
      .execute(),
  }),
  /** The files are listed in one query, because an account has at most 500 playlists. */
  async *files(db: Kysely<Schema>, userId: string): AsyncGenerator<OwnFile> {
    for (const { playlistId, storageName, createdAt } of await ownCovers(db, userId).execute())
      yield { path: pathOf(playlistId), storageName, createdAt }
  },
}

function ownCovers(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('playlistCovers')
    .innerJoin('playlists', 'playlists.id', 'playlistCovers.playlistId')
    .select(['playlists.id as playlistId', 'playlistCovers.storageName', 'playlistCovers.createdAt'])
    .where('playlists.ownerId', '=', userId)
    .orderBy('playlists.id')
}

function pathOf(playlistId: string): string {
  return `playlists/${playlistId}.jpg`
}
