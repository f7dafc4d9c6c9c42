import type { Playlist } from '@tonarchiv/contract/playlists'
import { listMembersHere } from '@tonarchiv/contract/playlist-sharing'
import type { Person } from '@tonarchiv/contract/presence'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#client/call.ts'
import { socket, useIsDisconnected } from '#realtime/socket-instance.ts'

/** Other members of a playlist who have its page open now; the owner is the first. Empty without a connection. */
export function useMembersHere({ id, owner, collaborators }: Playlist, ownId: string): readonly Person[] {
  const cache = useQueryClient()
  const isDisconnected = useIsDisconnected()
  const others = [owner, ...collaborators].filter((person) => person.id !== ownId)
  const isShared = others.length > 0
  const { data = [] } = useQuery({
    queryKey: ['playlist-members-here', id],
    queryFn: async ({ signal }) => (await call(listMembersHere, { params: { id } }, { signal })).userIds,
    enabled: isShared,
    // Not cached, because members who had the page open earlier may have left it.
    gcTime: 0,
  })
  useEffect(() => {
    if (!isShared) return undefined
    const readAgain = () => void cache.invalidateQueries({ queryKey: ['playlist-members-here', id] })
    const stops = [
      socket.on('playlistMembersHere', ({ playlistId }) => {
        if (playlistId === id) readAgain()
      }),
      socket.state.subscribe((now, before) => {
        if (now.status === 'connected' && before.status !== 'connected') readAgain()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, id, isShared])
  return isDisconnected ? [] : others.filter((person) => data.includes(person.id))
}
