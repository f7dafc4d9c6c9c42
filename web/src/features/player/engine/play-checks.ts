import { isAway } from '#client/copies-view.ts'
import { canStart, isPlayable, type Track } from '#features/tracks/index.ts'
import { conversionText } from './unplayable-format.ts'

/** Each returns true when playing is not possible, and shows an error. */
export interface PlayChecks {
  /** Whether there is no session. */
  isRefused: () => boolean
  /**
   * This browser cannot play the track's file, or there is neither a connection nor a copy on this device. For a track
   * without a file no error is shown.
   */
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
