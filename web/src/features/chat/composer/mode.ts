import type { ChatMessage, Quote } from '@tonarchiv/contract/chat'
import { create } from 'zustand'
import { useConversationId } from '../state/conversation-context.ts'

/** What the composer writes: a new message, an answer to one, or another text of an own one. */
export type ComposerMode =
  | { kind: 'new' }
  | { kind: 'reply'; quote: Quote }
  /** `message` as it was when editing began; `text` is in the field, and the draft of a new message is kept. */
  | { kind: 'edit'; message: ChatMessage; text: string }

const NEW: ComposerMode = { kind: 'new' }

/** The modes other than `new`, by conversation. */
const useModes = create<ReadonlyMap<string, ComposerMode>>(() => new Map())

/** The mode of the composer in the conversation around this component. */
export function useComposerMode(): ComposerMode {
  const id = useConversationId()
  return useModes((modes) => modes.get(id) ?? NEW)
}

export function composerMode(conversationId: string): ComposerMode {
  return useModes.getState().get(conversationId) ?? NEW
}

export function setComposerMode(conversationId: string, mode: ComposerMode): void {
  const others = [...useModes.getState()].filter(([id]) => id !== conversationId)
  useModes.setState(new Map(mode.kind === 'new' ? others : [...others, [conversationId, mode]]), true)
}

export function startReply(conversationId: string, quote: Quote): void {
  setComposerMode(conversationId, { kind: 'reply', quote })
}

export function startEdit(conversationId: string, message: ChatMessage, text = message.content): void {
  setComposerMode(conversationId, { kind: 'edit', message, text })
}

/** The next message is a new one again. */
export function resetMode(conversationId: string): void {
  setComposerMode(conversationId, NEW)
}

/** Forgets all modes in this browser. */
export function resetModes(): void {
  useModes.setState(new Map(), true)
}
