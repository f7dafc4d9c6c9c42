import type { SessionParts } from './session-parts.ts'

interface ConnectionHandlers {
  /** Called when the connection is back. @param absentMs - for how many milliseconds there was none */
  onBack: (absentMs: number) => void
  onChange: () => void
}

/**
 * Observes whether there is a connection.
 * @returns a function that unsubscribes
 */
export function watchConnection(
  { socket, wallNow }: Pick<SessionParts, 'socket' | 'wallNow'>,
  { onBack, onChange }: ConnectionHandlers,
): () => void {
  let lostAt = wallNow()
  return socket.state.subscribe(({ status }, before) => {
    if ((status === 'connected') === (before.status === 'connected')) return
    if (status === 'connected') onBack(wallNow() - lostAt)
    else lostAt = wallNow()
    onChange()
  })
}
