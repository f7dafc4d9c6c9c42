import { getScrobbling, nowPlayingEverywhere } from '@tonarchiv/contract/scrobbling'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { createNowPlaying } from './what-sounds.ts'
import { lostText } from './wording.ts'

/** Milliseconds on screen: it asks for something. */
const LOST_TOAST = 8000

let complained = false

const teller = createNowPlaying({
  userId: () => currentUser()?.id,
  async isListening() {
    const { services } = await call(getScrobbling)
    const lost = services.find(({ isLost }) => isLost)
    if (lost !== undefined && !complained) {
      complained = true
      showToast(lostText(lost.service), { kind: 'error', duration: LOST_TOAST })
    }
    return services.some(({ isConnected, isPaused }) => isConnected && !isPaused)
  },
  tell: async (trackId) => call(nowPlayingEverywhere, { body: { track: { id: trackId } } }),
})

/** Listens to the player and tells the services what sounds, where the account is connected with one. */
export const tellWhatSounds = teller.listen

/** A connection has changed: it is asked for anew with the next track. */
export const forgetListeners = teller.forget
