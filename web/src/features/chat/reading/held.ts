/** A message that was made unread. No message becomes read until this one has left the view and was seen again. */
interface Held {
  messageId: string
  hasLeft: boolean
}

const held = new Map<string, Held>()

export function holdUnread(conversationId: string, messageId: string): void {
  held.set(conversationId, { messageId, hasLeft: false })
}

/** Call it when the conversation is left, so that messages become read again when it is opened next time. */
export function releaseUnread(conversationId: string): void {
  held.delete(conversationId)
}

/**
 * Whether messages in view stay unread.
 * @param inView - ids of the messages in view
 * @param seen - those that have been in view for long enough
 */
export function isHeld(
  conversationId: string,
  { inView, seen }: { inView: readonly string[]; seen: readonly string[] },
): boolean {
  const holding = held.get(conversationId)
  if (holding === undefined) return false
  if (!inView.includes(holding.messageId)) holding.hasLeft = true
  else if (holding.hasLeft && seen.includes(holding.messageId)) held.delete(conversationId)
  return held.has(conversationId)
}
