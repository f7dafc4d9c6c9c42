/** What has to be known of the player's announcements. */
interface PlayerEvent {
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: { id: string }
}

interface NowPlayingDependencies {
  userId: () => string | undefined
  /** Whether anybody wants to know. */
  hasListeners: () => Promise<boolean>
  send: (trackId: string) => Promise<unknown>
  now?: () => number
}

/** Milliseconds after which we ask again whether anybody wants to know: another device may have connected. */
const RECHECK_AFTER = 10 * 60_000

/**
 * Tells what begins to sound. Nothing depends on it: what fails is written to the console and forgotten.
 * See docs/product.md §15.3.
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
      // oxlint-disable-next-line no-console -- it is logged and nothing else: docs/product.md §15.3
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
