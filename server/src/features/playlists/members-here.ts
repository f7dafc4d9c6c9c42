import * as z from 'zod/mini'
import type { Bus } from '#events/bus.ts'
import { trackRemoteStates } from '#events/remote-states.ts'
import type { AppTimes } from '#feature.ts'
import type { OpenPages } from './open-pages.ts'

/** The playlists that are open in pages of one member, each once, sorted. */
const State = z.array(z.string())
type State = readonly string[]

/** Keeps the list of the owners and collaborators who have the page of their playlist open, in all processes. */
export interface MembersHere {
  at: (playlistId: string) => string[]
  /** Call it when the open pages of this account, or its roles, may have changed. */
  refresh: (userId: string) => void
  close: () => void
}

interface Needs extends Pick<AppTimes, 'heartbeatEveryMs' | 'expireAfterMs'> {
  bus: Bus
  pages: OpenPages
  /** Called when a member has opened or left the page of a playlist, in any process. */
  changed: (playlistId: string) => void
}

export function trackMembersHere({ bus, pages, changed, ...times }: Needs): MembersHere {
  /** The open playlists that were published to the other processes, by member of this process. */
  const published = new Map<string, string[]>()
  const merged = new Map<string, State>()
  const byPlaylist = new Map<string, Set<string>>()
  const remote = trackRemoteStates({
    bus,
    topic: 'playlists.members',
    shape: State,
    isSame: (one, other) => one?.join() === other?.join(),
    localStates: () => published,
    changed: merge,
    ...times,
  })

  function merge(userId: string): void {
    const before = new Set(merged.get(userId))
    const after = new Set([...(published.get(userId) ?? []), ...remote.statesOf(userId).flat()])
    if (after.size === 0) merged.delete(userId)
    else merged.set(userId, [...after])
    for (const playlistId of new Set([...before, ...after])) {
      if (before.has(playlistId) === after.has(playlistId)) continue
      const users = byPlaylist.get(playlistId) ?? new Set()
      if (after.has(playlistId)) byPlaylist.set(playlistId, users.add(userId))
      else if (users.delete(userId) && users.size === 0) byPlaylist.delete(playlistId)
      changed(playlistId)
    }
  }

  return {
    at: (playlistId) => [...(byPlaylist.get(playlistId) ?? [])],
    refresh: (userId) => {
      const open = pages.ofUser(userId).filter(({ connection, role }) => {
        return (role === 'owner' || role === 'collaborator') && connection.isOpen && !connection.isSilent
      })
      const state = [...new Set(open.map(({ playlistId }) => playlistId))].sort()
      if ((published.get(userId) ?? []).join() === state.join()) return
      if (state.length === 0) published.delete(userId)
      else published.set(userId, state)
      remote.publish(new Map([[userId, published.get(userId)]]))
      merge(userId)
    },
    close: () => remote.close(),
  }
}
