import type { QueryClient } from '@tanstack/react-query'
import Wifi from 'lucide-react/icons/wifi'
import { connection } from '#client/connection.ts'
import { getOwnPlayer } from '#features/player/index.ts'
import { sendPlays } from '#features/plays/index.ts'
import { formatNumber } from '#format.ts'
import { showToast } from '#ui/dom/toast.ts'

/**
 * Reacts to a lost or restored connection. While it is lost, the next track is one that is stored on this device, if there is
 * one. When it is restored, plays are reported.
 * @returns a function that stops it
 */
export function followConnection(): () => void {
  return connection.subscribe((now, before) => {
    if (now.lost === before.lost) return
    const player = getOwnPlayer()
    player.setOrder(player.state.getState().order)
    if (now.lost === undefined) void reportBack()
  })
}

/**
 * What this device has answered while the connection was lost is read from the server as soon as it is back.
 * @returns a function that stops it
 */
export function readAfterReconnection(cache: QueryClient): () => void {
  let lostAt = 0
  return connection.subscribe((now, before) => {
    if (before.lost === undefined) lostAt = Date.now()
    if (now.lost !== undefined || before.lost === undefined) return
    void cache.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt >= lostAt })
  })
}

async function reportBack(): Promise<void> {
  const plays = await sendPlays()
  const text = plays === 1 ? '1 Wiedergabe' : `${formatNumber(plays)} Wiedergaben`
  showToast(plays === 0 ? 'Wieder verbunden' : `Wieder verbunden, ${text} nachgetragen`, { icon: Wifi })
}
