/** What one of us shows to the system, and which of its keys are obeyed. */
interface Claim {
  /** Shows everything, after another one was shown. */
  show: (session: MediaSession) => void
  actions: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[]
}

interface ActiveClaim {
  /** From now on this one is shown, until another one takes its place. */
  take: () => void
  /** Changes what is shown, if this one is. */
  update: (change: (session: MediaSession) => void) => void
  /** Steps back; who was shown before is shown again. */
  release: () => void
}

const session =
  typeof navigator !== 'undefined' && 'mediaSession' in navigator ? navigator.mediaSession : undefined
/** The last one is shown. */
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

/** Asks to be shown to the system: there is one place for it, and music and videos share it. */
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
