/** A player that must not play at the same time as others. Players are music and videos in all tabs of this browser. */
interface Sounding {
  /** Reports that this player has started; all others are paused. */
  begin: () => void
  leave: () => void
}

/** Registers a player. `pause` is called when another player starts. */
export function joinSinglePlayback(pause: () => void): Sounding {
  // A BroadcastChannel receives the messages of all other channels with its name, also of those in the same page.
  const channel = new BroadcastChannel('tonarchiv-player')
  channel.addEventListener('message', () => pause())
  return { begin: () => channel.postMessage('started'), leave: () => channel.close() }
}
