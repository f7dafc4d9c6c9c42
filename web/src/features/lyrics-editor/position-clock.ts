interface Position {
  status: string
  positionSeconds: number
  durationSeconds: number
  /** Playback rate: seconds of the track per second. */
  rate: number
}

interface PlayerStateSource {
  getState: () => Position
  subscribe: (changed: (now: Position, before: Position) => void) => () => void
}

/** Maximum seconds by which a reported position is extrapolated. */
const CONTINUED_MAX = 1

/**
 * The position in hundredths of a second. The player reports it only a few times a second, so it is extrapolated
 * between two reports.
 */
export function createPositionClock(state: PlayerStateSource, now = () => performance.now()) {
  let reportedAt = now()
  const stop = state.subscribe((next, before) => {
    if (next.positionSeconds !== before.positionSeconds || next.status !== before.status) reportedAt = now()
  })
  return {
    stop,
    seconds(): number {
      const { status, positionSeconds, durationSeconds, rate } = state.getState()
      if (status !== 'playing') return positionSeconds
      const passed = Math.min((now() - reportedAt) / 1000, CONTINUED_MAX)
      return Math.min(positionSeconds + passed * rate, Math.max(positionSeconds, durationSeconds))
    },
  }
}
