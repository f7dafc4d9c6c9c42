import { type Kysely, sql } from 'kysely'
import { OperatorError } from '#platform/operator-error.ts'
import { lockFor } from './postgres-lock.ts'
import type { Database } from './open.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as archive from './migrations/0002-archive.ts'
import * as listening from './migrations/0003-listening.ts'
import * as musicImport from './migrations/0004-music-import.ts'
import * as together from './migrations/0005-together.ts'
import * as scrobbling from './migrations/0006-scrobbling.ts'
import * as videos from './migrations/0007-videos.ts'
import * as upkeep from './migrations/0008-upkeep.ts'
import * as chatPages from './migrations/0009-chat-pages.ts'
import * as registrations from './migrations/0010-registrations.ts'
import * as albumOrders from './migrations/0011-album-orders.ts'
import * as endedSessions from './migrations/0012-ended-sessions.ts'
import * as revocations from './migrations/0013-revocations.ts'
import * as fewerTraces from './migrations/0014-fewer-traces.ts'
import * as chatChanges from './migrations/0015-chat-changes.ts'
import * as albumRevisions from './migrations/0016-album-revisions.ts'
import * as artists from './migrations/0017-artists.ts'
import * as mediaStamps from './migrations/0018-media-stamps.ts'
import * as maintenanceRuns from './migrations/0019-maintenance-runs.ts'
import * as importSources from './migrations/0020-import-sources.ts'
import * as lyrics from './migrations/0021-lyrics.ts'
import * as playlists from './migrations/0022-playlists.ts'
import * as conversions from './migrations/0023-conversions.ts'
import * as backupPlaces from './migrations/0024-backup-places.ts'
import * as playStates from './migrations/0025-play-states.ts'
import * as artistNames from './migrations/0026-artist-names.ts'
import * as linerNotes from './migrations/0027-liner-notes.ts'
import * as search from './migrations/0028-search.ts'
import * as smartPlaylists from './migrations/0029-smart-playlists.ts'
import * as playlistCovers from './migrations/0030-playlist-covers.ts'
import * as importedGenres from './migrations/0031-imported-genres.ts'
import * as formerFiles from './migrations/0032-former-files.ts'
import * as searchChanges from './migrations/0033-search-changes.ts'
import * as artistSortKeys from './migrations/0034-artist-sort-keys.ts'
import * as trackSounds from './migrations/0035-track-sounds.ts'
import * as sessionNames from './migrations/0036-session-names.ts'
import * as matchKeys from './migrations/0037-match-keys.ts'
import * as playsByCount from './migrations/0038-plays-by-count.ts'
import * as memberCount from './migrations/0039-member-count.ts'
import * as appPasswords from './migrations/0040-app-passwords.ts'
import * as albumsOfGenre from './migrations/0041-albums-of-genre.ts'
import * as creationsOfPlaylists from './migrations/0042-creations-of-playlists.ts'
import * as savedPositions from './migrations/0043-saved-positions.ts'
import * as conversations from './migrations/0044-conversations.ts'
import * as changesOfMessages from './migrations/0045-changes-of-messages.ts'
import * as messageSearch from './migrations/0046-message-search.ts'
import * as chatOrder from './migrations/0047-chat-order.ts'
import * as displayNames from './migrations/0048-display-names.ts'
import * as keyRequests from './migrations/0049-key-requests.ts'
import * as cards from './migrations/0050-cards.ts'
import * as albumsOfImages from './migrations/0051-albums-of-images.ts'
import * as momentsByTime from './migrations/0052-moments-by-time.ts'
import * as directMessages from './migrations/0053-direct-messages.ts'
import * as uploadCards from './migrations/0054-upload-cards.ts'
import * as furtherReads from './migrations/0055-further-reads.ts'
import * as mutedConversations from './migrations/0056-muted-conversations.ts'
import * as dotsOfMoments from './migrations/0057-dots-of-moments.ts'
import * as pendingUploads from './migrations/0058-pending-uploads.ts'
import * as authorsInSearch from './migrations/0059-authors-in-search.ts'
import * as listeningRooms from './migrations/0060-listening-rooms.ts'
import * as premieres from './migrations/0061-premieres.ts'
import * as conversationsOfRooms from './migrations/0062-conversations-of-rooms.ts'
import * as listenRequests from './migrations/0063-listen-requests.ts'
import * as accessGrants from './migrations/0064-access-grants.ts'
import * as keysWithScope from './migrations/0065-keys-with-scope.ts'
import * as invitations from './migrations/0067-invitations.ts'
import * as secondFactors from './migrations/0068-second-factors.ts'
import * as confirmedSessions from './migrations/0069-confirmed-sessions.ts'
import * as notifications from './migrations/0070-notifications.ts'
import * as push from './migrations/0072-push.ts'
import * as digests from './migrations/0073-digests.ts'
import * as videosInRooms from './migrations/0074-videos-in-rooms.ts'
import * as closedAlbums from './migrations/0075-closed-albums.ts'
import * as announcedPremieres from './migrations/0077-announced-premieres.ts'

/** A change of the schema. It uses the tables as they were when it was written, so it never imports today's schema. */
export interface Migration {
  // oxlint-disable-next-line typescript/no-explicit-any -- Kysely's own way to say "a schema of another day"
  up(db: Kysely<any>, kind: Database['kind']): Promise<void>
}

/** All migrations in order. A name never changes once it has been released. */
export const migrations: readonly (readonly [name: string, step: Migration])[] = [
  ['0001-accounts', accounts],
  ['0002-archive', archive],
  ['0003-listening', listening],
  ['0004-music-import', musicImport],
  ['0005-together', together],
  ['0006-scrobbling', scrobbling],
  ['0007-videos', videos],
  ['0008-upkeep', upkeep],
  ['0009-chat-pages', chatPages],
  ['0010-registrations', registrations],
  ['0011-album-orders', albumOrders],
  ['0012-ended-sessions', endedSessions],
  ['0013-revocations', revocations],
  ['0014-fewer-traces', fewerTraces],
  ['0015-chat-changes', chatChanges],
  ['0016-album-revisions', albumRevisions],
  ['0017-artists', artists],
  ['0018-media-stamps', mediaStamps],
  ['0019-maintenance-runs', maintenanceRuns],
  ['0020-import-sources', importSources],
  ['0021-lyrics', lyrics],
  ['0022-playlists', playlists],
  ['0023-conversions', conversions],
  ['0024-backup-places', backupPlaces],
  ['0025-play-states', playStates],
  ['0026-artist-names', artistNames],
  ['0027-liner-notes', linerNotes],
  ['0028-search', search],
  ['0029-smart-playlists', smartPlaylists],
  ['0030-playlist-covers', playlistCovers],
  ['0031-imported-genres', importedGenres],
  ['0032-former-files', formerFiles],
  ['0033-search-changes', searchChanges],
  ['0034-artist-sort-keys', artistSortKeys],
  ['0035-track-sounds', trackSounds],
  ['0036-session-names', sessionNames],
  ['0037-match-keys', matchKeys],
  ['0038-plays-by-count', playsByCount],
  ['0039-member-count', memberCount],
  ['0040-app-passwords', appPasswords],
  ['0041-albums-of-genre', albumsOfGenre],
  ['0042-creations-of-playlists', creationsOfPlaylists],
  ['0043-saved-positions', savedPositions],
  ['0044-conversations', conversations],
  ['0045-changes-of-messages', changesOfMessages],
  ['0046-message-search', messageSearch],
  ['0047-chat-order', chatOrder],
  ['0048-display-names', displayNames],
  ['0049-key-requests', keyRequests],
  ['0050-cards', cards],
  ['0051-albums-of-images', albumsOfImages],
  ['0052-moments-by-time', momentsByTime],
  ['0053-direct-messages', directMessages],
  ['0054-upload-cards', uploadCards],
  ['0055-further-reads', furtherReads],
  ['0056-muted-conversations', mutedConversations],
  ['0057-dots-of-moments', dotsOfMoments],
  ['0058-pending-uploads', pendingUploads],
  ['0059-authors-in-search', authorsInSearch],
  ['0060-listening-rooms', listeningRooms],
  ['0061-premieres', premieres],
  ['0062-conversations-of-rooms', conversationsOfRooms],
  ['0063-listen-requests', listenRequests],
  ['0064-access-grants', accessGrants],
  ['0065-keys-with-scope', keysWithScope],
  ['0067-invitations', invitations],
  ['0068-second-factors', secondFactors],
  ['0069-confirmed-sessions', confirmedSessions],
  ['0070-notifications', notifications],
  ['0072-push', push],
  ['0073-digests', digests],
  ['0074-videos-in-rooms', videosInRooms],
  ['0075-closed-albums', closedAlbums],
  ['0077-announced-premieres', announcedPremieres],
]

/** The error for a database that a newer version of this program has migrated. */
export class DatabaseTooNew extends OperatorError {
  constructor(name: string) {
    super(
      `The database is newer than this program (it holds the migration "${name}"). Start the newer version.`,
    )
    this.name = 'DatabaseTooNew'
  }
}

/**
 * Brings the schema up to date. Each migration runs in one transaction with the entry that records it, so it is applied
 * completely or not at all.
 * @returns the names of the migrations that were applied
 */
export async function migrate(db: Database, steps = migrations): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(
    db,
  )
  const done: string[] = []
  for (;;) {
    const applied = await db.transaction().execute(async (trx) => {
      // A migration may take longer than the time limit of statements, and so may the wait for another process's
      // migration.
      if (db.kind === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
      // Two processes may start at the same time. The second process waits and then finds the migration applied.
      await lockFor(trx, db.kind, 'migration')
      const rows = await trx.selectFrom('migrations').select('name').execute()
      const names = new Set(rows.map((row) => row.name))
      const unknown = [...names].find((name) => !steps.some(([known]) => known === name))
      if (unknown !== undefined) throw new DatabaseTooNew(unknown)
      const next = steps.find(([name]) => !names.has(name))
      if (next === undefined) return undefined
      const [name, step] = next
      await step.up(trx, db.kind)
      await trx.insertInto('migrations').values({ name, appliedAt: new Date().toISOString() }).execute()
      return name
    })
    if (applied === undefined) return done
    done.push(applied)
  }
}
