/** One of those that must not sound at once: the music and a video, in all tabs of this browser. */
interface Sounding {
  /** It begins; all others pause. */
  begin: () => void
  leave: () => void
}

/** Joins them; `pause` is called when another one begins. */
export function joinSinglePlayback(pause: () => void): Sounding {
  // A channel hears all others of its name, those of its own page, too.
  const channel = new BroadcastChannel('tonarchiv-player')
  channel.addEventListener('message', () => pause())
  return { begin: () => channel.postMessage('started'), leave: () => channel.close() }
}
