/** A player that must not play at the same time as others: music and videos, in all tabs of this browser. */
interface Sounding {
  /** Reports that it starts; all others are paused. */
  begin: () => void
  leave: () => void
}

/** Registers a player; `pause` is called when another one starts. */
export function joinSinglePlayback(pause: () => void): Sounding {
  // A BroadcastChannel receives messages of all other channels of its name, those of the same page included.
  const channel = new BroadcastChannel('tonarchiv-player')
  channel.addEventListener('message', () => pause())
  return { begin: () => channel.postMessage('started'), leave: () => channel.close() }
}
