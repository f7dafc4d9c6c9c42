import type { ChatMessage } from '@tonarchiv/contract/chat'
import { shownName } from '@tonarchiv/contract/presence'
import { useEffect } from 'react'
import { setNextVoice, type Voice } from './voice-player.ts'

/** The voice message after the one with this address. */
export function nextVoice(messages: readonly ChatMessage[], address: string): Voice | undefined {
  const index = messages.findIndex(({ mediaUrl }) => mediaUrl === address)
  if (index === -1) return undefined
  const next = messages.slice(index + 1).find(({ mediaType }) => mediaType === 'voice')
  if (next === undefined || next.mediaUrl === null) return undefined
  return { address: next.mediaUrl, from: shownName(next), duration: next.mediaDuration ?? 0 }
}

/** Makes the player continue with the next voice message of this list after each one. */
export function useNextVoice(messages: readonly ChatMessage[]): void {
  useEffect(() => setNextVoice((address) => nextVoice(messages, address)), [messages])
}
