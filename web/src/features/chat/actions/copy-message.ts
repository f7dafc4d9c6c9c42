import type { ChatMessage } from '@tonarchiv/contract/chat'
import { showToast } from '#ui/dom/toast.ts'

function copy(text: string, success: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast(success),
    () => showToast('Das Kopieren hat nicht geklappt', { kind: 'error' }),
  )
}

export function copyText({ content }: ChatMessage): void {
  copy(content, 'Text kopiert')
}

/** Copies the address that opens the conversation at this message. */
export function copyLink({ id }: ChatMessage): void {
  const address = new URL(location.pathname, location.origin)
  address.searchParams.set('message', id)
  copy(address.href, 'Link kopiert!')
}
