/** What has to be known of the player's announcements. */
interface Announced {
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: { id: string }
}

interface NowPlayingParts {
  userId: () => string | undefined
  /** Whether anybody wants to know. */
  isListening: () => Promise<boolean>
  tell: (trackId: string) => Promise<unknown>
  now?: () => number
}

/** Milliseconds after which we ask again whether anybody wants to know: another device may have connected. */
const ASK_AGAIN = 10 * 60_000

/**
 * Tells what begins to sound. Nothing depends on it: what fails is written to the console and forgotten.
 * See docs/product.md §15.3.
 */
export function createNowPlaying({ userId, isListening, tell, now = Date.now }: NowPlayingParts) {
  let known: { userId: string; at: number; answer: Promise<boolean> } | undefined

  async function mayTell(): Promise<boolean> {
    const user = userId()
    if (user === undefined) return false
    if (known?.userId !== user || now() - known.at > ASK_AGAIN) {
      known = { userId: user, at: now(), answer: isListening() }
    }
    return known.answer
  }
  async function started(trackId: string): Promise<void> {
    try {
      if (await mayTell()) await tell(trackId)
    } catch (failure) {
      known = undefined
      // oxlint-disable-next-line no-console -- it is logged and nothing else: docs/product.md §15.3
      console.warn('Failed to update now playing', failure)
    }
  }
  return {
    listen: ({ type, track }: Announced) => {
      if (type === 'started') void started(track.id)
    },
    forget: () => {
      known = undefined
    },
  }
}
