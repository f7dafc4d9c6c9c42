import type { QueryClient } from '@tanstack/react-query'
import Wifi from 'lucide-react/icons/wifi'
import { connection } from '#client/connection.ts'
import { getOwnPlayer } from '#features/player/index.ts'
import { sendPlays } from '#features/plays/index.ts'
import { formatNumber } from '#format.ts'
import { showToast } from '#ui/dom/toast.ts'

/**
 * Handles the loss and the return of the connection. While it is lost, the player continues only with tracks that are
 * stored on this device. When it returns, plays that were not reported yet are reported.
 * @returns a function that unsubscribes
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
 * When the connection returns, reads data again: while it was lost, data on this device has answered calls.
 * @returns a function that unsubscribes
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
