/**
 * Opens a channel between the tabs of this browser.
 * @param name `drafts`: announces the conversation whose draft was stored; `outbox`: announces the tab that has stored
 * messages
 * @param onAnnounced called when another tab has announced something
 */
export function openTabChannel(
  name: 'drafts' | 'outbox',
  onAnnounced: (id: string) => void,
  signal: AbortSignal,
): { announce: (id: string) => void } {
  const channel = new BroadcastChannel(`tonarchiv-${name}`)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onAnnounced(data)
  })
  signal.addEventListener('abort', () => channel.close(), { once: true })
  return {
    announce(id) {
      if (!signal.aborted) channel.postMessage(id)
    },
  }
}
