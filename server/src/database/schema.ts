import type { AccessKeysTables } from '#features/access-keys/tables.ts'
import type { AdminActsTables } from '#features/audit-log/tables.ts'
import type { ArchiveTables } from '#features/catalog/tables.ts'
import type { AuthTables } from '#features/auth/tables.ts'
import type { ChatTables } from '#features/chat/tables.ts'
import type { MusicImportTables } from '#features/music-import/tables.ts'
import type { FavoritesTables } from '#features/favorites/tables.ts'
import type { FriendsTables } from '#features/friends/tables.ts'
import type { PlaysTables } from '#features/plays/tables.ts'
import type { ResumableUploadsTables } from '#features/resumable-uploads/tables.ts'
import type { ScrobblingTables } from '#features/scrobbling/tables.ts'
import type { UsersTables } from '#features/users/tables.ts'
import type { UpkeepTables } from '#maintenance/tables.ts'
import type { VideosTables } from '#features/videos/tables.ts'
import type { Revocation } from './revocations.ts'

interface OwnTables {
  migrations: { name: string; appliedAt: string }
  revocations: Revocation
  rateLimits: { bucket: string; count: number; endsAt: string }
  letters: {
    id: string
    /** Whom it concerns; it goes with the account. */
    userId: string
    recipient: string
    subject: string
    bodyText: string
    bodyHtml: string
    tries: number
    nextTryAt: string
    createdAt: string
  }
}

/** All tables, in TypeScript's names. */
export interface Schema
  extends
    OwnTables,
    UsersTables,
    AuthTables,
    AccessKeysTables,
    AdminActsTables,
    ArchiveTables,
    PlaysTables,
    FavoritesTables,
    MusicImportTables,
    ChatTables,
    FriendsTables,
    ScrobblingTables,
    VideosTables,
    ResumableUploadsTables,
    UpkeepTables {}
