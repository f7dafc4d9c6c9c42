import type { PlaylistVisibility } from '@tonarchiv/contract/playlists'

export interface PlaylistsTables {
  playlists: {
    id: string
    ownerId: string
    /** Of the request that created it, which the same account may repeat; null without one. */
    creationId: string | null
    title: string
    description: string
    visibility: PlaylistVisibility
    /** JSON of the contract's SmartRules; null for a playlist whose entries are chosen. */
    rules: string | null
    /** Of its last change, except moves: those write their entry only. */
    revision: number
    /** Removed entries up to this revision have been deleted. */
    prunedRevision: number
    /** Stored so that a list of playlists need not count. */
    entryCount: number
    /** Of all tracks that were in the archive at the last change. */
    durationSeconds: number
    createdAt: string
    changedAt: string
  }
  playlistEntries: {
    id: string
    playlistId: string
    /** With gaps for moves. */
    sortKey: number
    /** Null when the track has been deleted. */
    trackId: string | null
    /** Title and album as they were when it was added, for a track that is gone. */
    title: string
    album: string
    durationSeconds: number
    addedBy: string | null
    addedAt: string
    /** Of its last change. */
    revision: number
    removedBy: string | null
    /** Null while it is in the playlist. */
    removedAt: string | null
  }
  /** A collaboration is deleted with the friendship. */
  playlistCollaborators: { playlistId: string; ownerId: string; userId: string; createdAt: string }
  /** Own pictures of playlists. */
  playlistCovers: {
    /** In its address; changes with the picture. */
    name: string
    storageName: string
    /** Null when it was replaced or its playlist is gone: the file is to be removed. */
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
    /** Of the first tracks, separated by spaces. */
    firstTrackIds: string
  }
}

declare module '#database/schema.ts' {
  interface Schema extends PlaylistsTables {}
}
