import type { ChatMessage } from '@tonarchiv/contract/chat'
import { copyToClipboard } from '#ui/dom/copy-to-clipboard.ts'

export function copyText({ content }: ChatMessage): void {
  void copyToClipboard(content, { copied: 'Text kopiert' })
}

/** Copies the address that opens the conversation at this message. */
export function copyLink({ id }: ChatMessage): void {
  const address = new URL(location.pathname, location.origin)
  address.searchParams.set('message', id)
  void copyToClipboard(address.href, { copied: 'Link kopiert!' })
}
