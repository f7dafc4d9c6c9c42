import type { Person } from '@tonarchiv/contract/presence'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { useOnlineUser } from '#features/presence/index.ts'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { useRoomTab } from '../state/room-tab.ts'

/**
 * How this member can listen along with another one: by joining their room, or by asking them. Undefined while neither
 * is possible.
 */
export function useListenWay(
  person: Pick<Person, 'id'>,
): { kind: 'join'; roomId: string } | { kind: 'ask' } | undefined {
  const user = useUser()
  const live = useOnlineUser(person.id)
  const isLost = useIsDisconnected()
  const ownRoomId = useRoomTab((tab) => (tab.name === 'in' ? tab.roomId : undefined))
  if (!user || user.id === person.id || isLost || live?.isOnline !== true) return undefined
  const { room, isPlaying, currentTrack } = live
  if (room) return room.id === ownRoomId ? undefined : { kind: 'join', roomId: room.id }
  return isPlaying && typeof currentTrack?.id === 'string' && hasAccess(user) ? { kind: 'ask' } : undefined
}
