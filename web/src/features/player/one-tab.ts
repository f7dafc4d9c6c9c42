import type { Player } from './player.ts'

/** Pauses this tab when another one begins to play, and the other way round. Returns the way to stop. */
export function connectTabs(player: Player): () => void {
  const channel = new BroadcastChannel('tonarchiv-player')
  channel.addEventListener('message', player.pause)
  const unlisten = player.listen(({ type }) => {
    if (type === 'started') channel.postMessage('started')
  })
  return () => {
    unlisten()
    channel.close()
  }
}
