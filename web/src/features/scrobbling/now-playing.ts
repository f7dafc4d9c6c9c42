import { getScrobbling, nowPlayingEverywhere } from '@tonarchiv/contract/scrobbling'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { createNowPlayingSender } from './now-playing-sender.ts'
import { disconnectedNotice } from './wording.ts'

/**
 * Milliseconds for which the toast is shown: longer than usual, because the member has to connect the service again.
 */
const DISCONNECTED_TOAST = 8000

let hasWarned = false

const nowPlaying = createNowPlayingSender({
  userId: () => currentUser()?.id,
  async hasListeners() {
    const { services } = await call(getScrobbling)
    const disconnected = services.find(({ isLost }) => isLost)
    if (disconnected !== undefined && !hasWarned) {
      hasWarned = true
      showToast(disconnectedNotice(disconnected.service), { kind: 'error', duration: DISCONNECTED_TOAST })
    }
    return services.some(({ isConnected, isPaused }) => isConnected && !isPaused)
  },
  send: async (trackId) => call(nowPlayingEverywhere, { body: { track: { id: trackId } } }),
})

/** Handles the player's events. Reports the playing track if the account is connected to a service. */
export const nowPlayingListener = nowPlaying.onPlayerEvent

/** Call this when a connection has changed: the connections are then read again at the next track. */
export const resetListeningCheck = nowPlaying.reset
