import { earlier, type State } from './states.ts'

/** Maximum length of an interruption that does not end the time for which a member has been listening. */
export const INTERRUPTION_MS = 5 * 60_000

/**
 * Since when members have been listening, over all their devices. Each process keeps these times itself, from the states
 * that it knows. States contain them as well, so that a process that starts later knows them.
 */
export interface ListeningTimes {
  /** The state of a member with the time. */
  addTo(state: State | undefined, userId: string): State | undefined
  /**
   * Call it when the state of a member may have changed. Time during which a member hides what they listen to does not
   * count, and ends the time before it.
   */
  note(userId: string, state: State | undefined, isHidden: boolean): void
}

export function trackListening(now: () => Date): ListeningTimes {
  const running = new Map<string, number>()
  /** Members who have stopped a short time ago, in the order in which they have stopped. */
  const interrupted = new Map<string, { since: number; at: number }>()

  function forgetLongInterruptions(at: number): void {
    for (const [userId, stopped] of interrupted) {
      if (at - stopped.at <= INTERRUPTION_MS) return
      interrupted.delete(userId)
    }
  }

  return {
    addTo: (state, userId) => {
      const listensSince = running.get(userId)
      return state?.isPlaying === true && listensSince !== undefined ? { ...state, listensSince } : state
    },
    note: (userId, state, isHidden) => {
      const at = now().getTime()
      forgetLongInterruptions(at)
      const since = running.get(userId)
      if (isHidden) {
        running.delete(userId)
        interrupted.delete(userId)
      } else if (state?.isPlaying === true) {
        const known = since ?? interrupted.get(userId)?.since
        running.set(userId, earlier(known, state.listensSince) ?? at)
        interrupted.delete(userId)
      } else if (since !== undefined) {
        running.delete(userId)
        interrupted.set(userId, { since, at })
      }
    },
  }
}
