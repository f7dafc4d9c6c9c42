/** A player that uses the operating system's media controls: what it shows there, and which actions it handles. */
interface Claim {
  /** Shows all metadata of this player, because another player was shown before. */
  show: (session: MediaSession) => void
  actions: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[]
}

interface ActiveClaim {
  /** Shows this player in the media controls, in place of the one that is shown. */
  take: () => void
  /** Updates the metadata if this player is the one that is shown. */
  update: (change: (session: MediaSession) => void) => void
  /** Removes this player from the media controls; the player that was shown before it is shown again. */
  release: () => void
}

/** The media controls of the system; undefined where there are none. */
const systemSession = () =>
  typeof navigator !== 'undefined' && 'mediaSession' in navigator ? navigator.mediaSession : undefined
/** The registered players; the media controls show the last one. */
let claims: Claim[] = []
let shown: Claim | undefined

function showLast(): void {
  const next = claims.at(-1)
  const session = systemSession()
  if (next === shown || !session) return
  for (const [action] of shown?.actions ?? []) session.setActionHandler(action, null)
  shown = next
  session.metadata = null
  session.playbackState = 'none'
  session.setPositionState()
  for (const [action, handler] of next?.actions ?? []) session.setActionHandler(action, handler)
  next?.show(session)
}

/** Registers a player for the operating system's media controls, which music and videos share. */
export function claimMediaSession(claim: Claim): ActiveClaim {
  const without = () => claims.filter((other) => other !== claim)
  return {
    take() {
      claims = [...without(), claim]
      showLast()
    },
    update(change) {
      const session = systemSession()
      if (session && shown === claim) change(session)
    },
    release() {
      claims = without()
      showLast()
    },
  }
}
