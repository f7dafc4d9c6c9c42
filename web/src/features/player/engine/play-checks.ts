import { isAway } from '#client/copies-view.ts'
import { canStart, isPlayable, type Track } from '#features/tracks/index.ts'
import { conversionText } from './unplayable-format.ts'

/** Each returns whether something cannot be played, and shows an error if so. */
export interface PlayChecks {
  /** There is no session. */
  isRefused: () => boolean
  /** This browser cannot play the track's file, or it is not here without a connection. A track without a file shows no error. */
  isUnplayable: (track: Track) => boolean
}

export function createPlayChecks({
  isLoggedIn,
  showError,
  showAway,
}: {
  isLoggedIn: () => boolean
  showError: (text: string) => void
  showAway: () => void
}): PlayChecks {
  return {
    isRefused() {
      if (isLoggedIn()) return false
      showError('Nicht angemeldet')
      return true
    },
    isUnplayable(track) {
      if (canStart(track)) {
        const isMissing = isAway(track)
        if (isMissing) showAway()
        return isMissing
      }
      if (isPlayable(track)) showError(conversionText(track))
      return true
    },
  }
}
