interface Position {
  status: string
  positionSeconds: number
  durationSeconds: number
  /** The playback rate: seconds of the track that are played in one second. */
  rate: number
}

interface PlayerStateSource {
  getState: () => Position
  subscribe: (changed: (now: Position, before: Position) => void) => () => void
}

/** Maximum number of seconds by which a reported position is extrapolated. */
const CONTINUED_MAX = 1

/**
 * A clock for the position in the track, exact to hundredths of a second. The player reports its position only a few
 * times a second; between two reports the clock extrapolates it.
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
