/** Seconds of listened time after which a play is counted. See docs/product.md §10.1. */
const LISTENED_AFTER_SECONDS = 30

/** Measures how long a track was listened to, without pauses and skipped parts. */
export interface PlayedTime {
  /**
   * Call this at each reported position, with the playback rate. Returns true once: when the track counts as listened.
   */
  at: (positionSeconds: number, rate?: number) => boolean
  /** Call this after a seek: the skipped part is not counted. */
  jump: () => void
  /** Seconds listened since the track was last started. */
  seconds: () => number
  /** Call this when a track starts; resets the measured time. */
  restart: () => void
}

export function countPlayedTime(): PlayedTime {
  let playedSeconds = 0
  let last: number | undefined
  let isListened = false
  return {
    at(positionSeconds, rate = 1) {
      if (last !== undefined && positionSeconds > last) playedSeconds += (positionSeconds - last) / rate
      last = positionSeconds
      if (isListened || playedSeconds < LISTENED_AFTER_SECONDS) return false
      isListened = true
      return true
    },
    jump() {
      last = undefined
    },
    seconds: () => playedSeconds,
    restart() {
      playedSeconds = 0
      last = undefined
      isListened = false
    },
  }
}
