/** The fields of the player's events that this module uses. */
interface PlayerEvent {
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: { id: string }
}

interface NowPlayingDependencies {
  userId: () => string | undefined
  /** Whether the account is connected to a scrobbling service, and that connection is not paused. */
  hasListeners: () => Promise<boolean>
  send: (trackId: string) => Promise<unknown>
  now?: () => number
}

/**
 * The connections are checked again after this many milliseconds, because another device may have connected a service.
 */
const RECHECK_AFTER = 10 * 60_000

/**
 * Reports each track that starts. Playback does not depend on that, so errors are only logged to the console. See
 * docs/product.md §15.3.
 */
export function createNowPlayingSender({
  userId,
  hasListeners,
  send,
  now = Date.now,
}: NowPlayingDependencies) {
  let cached: { userId: string; at: number; answer: Promise<boolean> } | undefined

  async function shouldSend(): Promise<boolean> {
    const user = userId()
    if (user === undefined) return false
    if (cached?.userId !== user || now() - cached.at > RECHECK_AFTER) {
      cached = { userId: user, at: now(), answer: hasListeners() }
    }
    return cached.answer
  }
  async function started(trackId: string): Promise<void> {
    try {
      if (await shouldSend()) await send(trackId)
    } catch (failure) {
      cached = undefined
      // oxlint-disable-next-line no-console -- the only report of this error: docs/product.md §15.3
      console.warn('Failed to update now playing', failure)
    }
  }
  return {
    onPlayerEvent: ({ type, track }: PlayerEvent) => {
      if (type === 'started') void started(track.id)
    },
    reset: () => {
      cached = undefined
    },
  }
}
