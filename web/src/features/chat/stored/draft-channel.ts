/**
 * Opens a channel on which the tabs of this browser announce that they have stored the draft of a conversation.
 * @param onChanged called when another tab has
 */
export function openDraftChannel(
  onChanged: (conversation: string) => void,
  signal: AbortSignal,
): { announce: (conversation: string) => void } {
  const channel = new BroadcastChannel('tonarchiv-drafts')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onChanged(data)
  })
  signal.addEventListener('abort', () => channel.close(), { once: true })
  return {
    announce(conversation) {
      if (!signal.aborted) channel.postMessage(conversation)
    },
  }
}
