import { getScrobbling, nowPlayingEverywhere } from '@tonarchiv/contract/scrobbling'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { createNowPlayingSender } from './now-playing-sender.ts'
import { disconnectedNotice } from './wording.ts'

/** Milliseconds on screen: it requests something. */
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

/** Listens to the player and tells the services what sounds, where the account is connected with one. */
export const nowPlayingListener = nowPlaying.onPlayerEvent

/** A connection has changed: it is requested anew with the next track. */
export const resetListeningCheck = nowPlaying.reset
