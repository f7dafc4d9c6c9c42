import type { PlaylistRole } from '@tonarchiv/contract/playlists'
import type { Connection } from '#realtime/connection.ts'
import type { Sockets } from '#realtime/sockets.ts'

/** A page that shows a playlist. */
export interface OpenPage {
  readonly connection: Connection
  readonly playlistId: string
  /** The role of the page's account in the playlist; undefined until it was read. */
  role: PlaylistRole | 'none' | undefined
  /** Incremented when a read of the role begins. Only the result of the last read is used. */
  checks: number
  isChecking: boolean
  /** Whether the page was not notified of a change, because its role was not known then. */
  hasMissed: boolean
}

/** The pages of this process that show a playlist; a browser has one for each of its tabs. */
export interface OpenPages {
  of(playlistId: string): Iterable<OpenPage>
  ofUser(userId: string): OpenPage[]
  playlistIds(): Iterable<string>
}

/**
 * Keeps the list of open pages. `changed` is called when a member opens or leaves a page, and when the heartbeats of
 * its connection stop or resume.
 */
export function trackOpenPages(sockets: Sockets, changed: (userId: string) => void): OpenPages {
  const byConnection = new Map<Connection, OpenPage>()
  const byPlaylist = new Map<string, Set<OpenPage>>()

  function leave(connection: Connection): boolean {
    const page = byConnection.get(connection)
    if (page === undefined) return false
    byConnection.delete(connection)
    const pages = byPlaylist.get(page.playlistId)
    pages?.delete(page)
    if (pages?.size === 0) byPlaylist.delete(page.playlistId)
    return true
  }

  function enter(connection: Connection, playlistId: string): void {
    const page = { connection, playlistId, role: undefined, checks: 0, isChecking: false, hasMissed: false }
    byConnection.set(connection, page)
    byPlaylist.set(playlistId, (byPlaylist.get(playlistId) ?? new Set()).add(page))
  }

  sockets.on('openPlaylist', (connection, { playlistId }) => {
    const hasLeft = leave(connection)
    if (playlistId !== null) enter(connection, playlistId)
    if (hasLeft || playlistId !== null) changed(connection.holder.userId)
  })
  sockets.watch({
    closed: (connection) => {
      if (leave(connection)) changed(connection.holder.userId)
    },
    silenceChanged: (connection) => {
      if (byConnection.has(connection)) changed(connection.holder.userId)
    },
  })

  return {
    of: (playlistId) => byPlaylist.get(playlistId) ?? [],
    ofUser: (userId) =>
      sockets.connectionsOf(userId).flatMap((connection) => byConnection.get(connection) ?? []),
    playlistIds: () => byPlaylist.keys(),
  }
}
