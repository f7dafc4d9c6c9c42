/** Seconds of listening after which a play is counted. See docs/product.md §10.1. */
const LISTENED_AFTER_SECONDS = 30

/** Measures the listened time without pauses and skipped parts. */
export interface PlayedTime {
  /** Reports the current position, and the speed. True once, when the track counts as listened. */
  at: (positionSeconds: number, rate?: number) => boolean
  /** The position jumps; counting continues from there. */
  jump: () => void
  /** Listened seconds since the last start. */
  seconds: () => number
  /** A track is started again. */
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
