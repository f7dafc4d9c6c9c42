interface Position {
  status: string
  positionSeconds: number
  durationSeconds: number
  /** Seconds of the track within a second. */
  rate: number
}

interface PlayerStateSource {
  getState: () => Position
  subscribe: (changed: (now: Position, before: Position) => void) => () => void
}

/** Seconds after which a position that the player did not report again is not continued. */
const CONTINUED_MAX = 1

/**
 * The position to the hundredth: the player reports it only a few times a second, and between two reports it is
 * continued by the time that passes.
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
