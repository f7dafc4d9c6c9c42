import type { PlaylistVisibility } from '@tonarchiv/contract/playlists'

export interface PlaylistsTables {
  playlists: {
    id: string
    ownerId: string
    /**
     * The id that the client has chosen for the creation, so that it can repeat the call. Null if the client has sent
     * none.
     */
    creationId: string | null
    title: string
    description: string
    visibility: PlaylistVisibility
    /** JSON of the contract's SmartRules; null for a playlist whose entries members choose. */
    rules: string | null
    /**
     * The revision of the last change. Moves do not change it: they write their revision only into the moved entries.
     */
    revision: number
    /** Entries that were removed up to this revision have been deleted from the table. */
    prunedRevision: number
    /** Number of entries. It is stored so that a list of playlists need not count them. */
    entryCount: number
    /** Total duration of the tracks that were in the archive at the last change. */
    durationSeconds: number
    createdAt: string
    changedAt: string
  }
  playlistEntries: {
    id: string
    playlistId: string
    /** The position of the entry. Sort keys have gaps, so that a move need not renumber other entries. */
    sortKey: number
    /** Null when the track has been deleted. */
    trackId: string | null
    /** The title and album when the track was added. They are shown after the track was deleted. */
    title: string
    album: string
    durationSeconds: number
    addedBy: string | null
    addedAt: string
    /** The revision of the last change of this entry. */
    revision: number
    removedBy: string | null
    /** The time of the removal; null while the entry is in the playlist. */
    removedAt: string | null
  }
  /** The collaborators of playlists. A row is deleted together with the friendship. */
  playlistCollaborators: { playlistId: string; ownerId: string; userId: string; createdAt: string }
  /** The images that members have uploaded for playlists. */
  playlistCovers: {
    /** The name in the URL of the image. A new image has a new name. */
    name: string
    storageName: string
    /**
     * The playlist of the image. Null when the image was replaced or the playlist was deleted; the file must then be
     * removed.
     */
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
    /** The ids of the tracks whose covers are shown, separated by spaces. */
    firstTrackIds: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends PlaylistsTables {}
}
