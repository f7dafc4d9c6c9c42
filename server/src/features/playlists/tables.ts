import type { PlaylistVisibility } from '@tonarchiv/contract/playlists'

export interface PlaylistsTables {
  playlists: {
    id: string
    ownerId: string
    /** The id that the client chose for the creation, so that it can repeat the call. Null without one. */
    creationId: string | null
    title: string
    description: string
    visibility: PlaylistVisibility
    /** JSON of the contract's SmartRules; null for a playlist whose entries members choose. */
    rules: string | null
    /** Revision of the last change, except moves: a move writes its revision into its entries only. */
    revision: number
    /** Removed entries up to this revision have been deleted. */
    prunedRevision: number
    /** Stored so that a list of playlists need not count. */
    entryCount: number
    /** Total duration of the tracks that were in the archive at the last change. */
    durationSeconds: number
    createdAt: string
    changedAt: string
  }
  playlistEntries: {
    id: string
    playlistId: string
    /** Sort keys have gaps, so that a move need not renumber other entries. */
    sortKey: number
    /** Null when the track has been deleted. */
    trackId: string | null
    /** Title and album at the time of addition; shown when the track was deleted. */
    title: string
    album: string
    durationSeconds: number
    addedBy: string | null
    addedAt: string
    /** Revision of the entry's last change. */
    revision: number
    removedBy: string | null
    /** Null while the entry is in the playlist. */
    removedAt: string | null
  }
  /** The row is deleted with the friendship. */
  playlistCollaborators: { playlistId: string; ownerId: string; userId: string; createdAt: string }
  /** Own images of playlists. */
  playlistCovers: {
    /** The name in its URL. A new image has a new name. */
    name: string
    storageName: string
    /** Null when the image was replaced or its playlist was deleted. Its file must then be removed. */
    playlistId: string | null
    createdAt: string
  }
  playlistFollowers: { playlistId: string; userId: string; createdAt: string }
  /**
   * Totals of a smart playlist when an account last opened it. They differ between accounts, because the rules use the
   * plays and favorites of the account that opens it.
   */
  smartPlaylistTotals: {
    playlistId: string
    userId: string
    entryCount: number
    durationSeconds: number
    /** Track ids, separated by spaces. */
    firstTrackIds: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends PlaylistsTables {}
}
