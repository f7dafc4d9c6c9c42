import { accessGrants } from '#features/access-grants/index.ts'
import { accessKeys } from '#features/access-keys/index.ts'
import { adminActs } from '#features/audit-log/index.ts'
import { adminUsers } from '#features/admin-users/index.ts'
import { analysis } from '#features/analysis/index.ts'
import { appPasswords } from '#features/app-passwords/index.ts'
import { auth } from '#features/auth/index.ts'
import { blocks } from '#features/blocks/index.ts'
import { cards } from '#features/cards/index.ts'
import { catalog } from '#features/catalog/index.ts'
import { chat } from '#features/chat/index.ts'
import { digest } from '#features/digest/index.ts'
import { favorites } from '#features/favorites/index.ts'
import { friends } from '#features/friends/index.ts'
import { invitations } from '#features/invitations/index.ts'
import { lyrics } from '#features/lyrics/index.ts'
import { musicImport } from '#features/music-import/index.ts'
import { notifications } from '#features/notifications/index.ts'
import { offlineCopies } from '#features/offline-copies/index.ts'
import { operation } from '#features/operation/index.ts'
import { playlists } from '#features/playlists/index.ts'
import { playState } from '#features/play-state/index.ts'
import { plays } from '#features/plays/index.ts'
import { premieres } from '#features/premieres/index.ts'
import { presence } from '#features/presence/index.ts'
import { resumableUploads } from '#features/resumable-uploads/index.ts'
import { push } from '#features/push/index.ts'
import { rooms } from '#features/rooms/index.ts'
import { savedPositions } from '#features/saved-positions/index.ts'
import { search } from '#features/search/index.ts'
import { scrobbling } from '#features/scrobbling/index.ts'
import { transcoding } from '#features/transcoding/index.ts'
import { users } from '#features/users/index.ts'
import { videos } from '#features/videos/index.ts'
import { openSubsonic } from '#protocols/opensubsonic/index.ts'
import type { Feature } from '#feature.ts'

/**
 * All features. The app opens and registers them in this order and closes them in reverse; account export, cleanup,
 * the API description and the tests of policies and tables read the same list.
 */
export const features: readonly Feature[] = [
  auth,
  users,
  adminUsers,
  adminActs,
  accessGrants,
  accessKeys,
  appPasswords,
  resumableUploads,
  catalog,
  lyrics,
  analysis,
  musicImport,
  transcoding,
  videos,
  scrobbling,
  plays,
  playState,
  savedPositions,
  favorites,
  blocks,
  presence,
  friends,
  invitations,
  playlists,
  offlineCopies,
  cards,
  chat,
  rooms,
  premieres,
  notifications,
  push,
  digest,
  search,
  operation,
  openSubsonic,
]
