import { isAway } from '#client/copies-view.ts'
import { canStart, isPlayable, type Track } from '#features/tracks/index.ts'
import { conversionText } from './unplayable-format.ts'

/** Checks before a track is played. Each returns true, and shows an error, when playing is not possible. */
export interface PlayChecks {
  /** Whether playing is refused because the visitor is not signed in. */
  isRefused: () => boolean
  /**
   * Whether this browser cannot play the track's file, or there is neither a connection nor a copy of the file on this
   * device. For a track without a file, returns true without showing an error.
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
