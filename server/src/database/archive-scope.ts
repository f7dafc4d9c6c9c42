import type { AlbumType } from '@tonarchiv/contract/catalog'

/**
 * What a member with a limited scope may play: the union of all grants that have not ended. Admins and members with the
 * whole archive have no `ArchiveScope`.
 */
export interface ArchiveScope {
  /** Equal for equal scopes. Caches for callers with a scope have it in their keys. */
  key: string
  /** Every album, or those of these types together with the chosen ones. */
  albums: 'all' | { types: readonly AlbumType[]; albumIds: readonly string[] }
  hasVideos: boolean
}
