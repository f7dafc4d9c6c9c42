/** The page of the chat that shows this message among those around it. */
export function messagePath(messageId: string): string {
  return `/chat?${new URLSearchParams({ message: messageId })}`
}
