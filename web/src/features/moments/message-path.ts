/** The page that shows this message among those around it: of the chat room, or of a conversation. */
export function messagePath(messageId: string, conversationId?: string): string {
  const page = conversationId === undefined ? '/chat' : `/messages/${conversationId}`
  return `${page}?${new URLSearchParams({ message: messageId })}`
}

/** The path of all moments of a track in the chat. */
export function momentsPath(trackId: string): string {
  return `/chat?${new URLSearchParams({ moments: trackId })}`
}
