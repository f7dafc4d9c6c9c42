/** What one player shows in the system's media controls, and the actions that it handles. */
interface Claim {
  /** Shows all metadata, after another player was shown. */
  show: (session: MediaSession) => void
  actions: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[]
}

interface ActiveClaim {
  /** Shows this player in the media controls, until another one takes over. */
  take: () => void
  /** Updates the metadata, if this player is shown. */
  update: (change: (session: MediaSession) => void) => void
  /** Removes this player; the previous one is shown again. */
  release: () => void
}

const session =
  typeof navigator !== 'undefined' && 'mediaSession' in navigator ? navigator.mediaSession : undefined
/** The last claim is shown. */
let claims: Claim[] = []
let shown: Claim | undefined

function showLast(): void {
  const next = claims.at(-1)
  if (next === shown || !session) return
  for (const [action] of shown?.actions ?? []) session.setActionHandler(action, null)
  shown = next
  session.metadata = null
  session.playbackState = 'none'
  session.setPositionState()
  for (const [action, handler] of next?.actions ?? []) session.setActionHandler(action, handler)
  next?.show(session)
}

/** Registers a player for the media controls, which the music and the videos share. */
export function claimMediaSession(claim: Claim): ActiveClaim {
  const without = () => claims.filter((other) => other !== claim)
  return {
    take() {
      claims = [...without(), claim]
      showLast()
    },
    update(change) {
      if (session && shown === claim) change(session)
    },
    release() {
      claims = without()
      showLast()
    },
  }
}
