import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { Page } from './log.ts'

/** What the chat requests from the server. */
export interface ChatCalls {
  read: (query: { before?: string; after?: string; revision?: number; limit?: number }) => Promise<Page>
  post: (body: { message: string; clientId: string; mediaUrl: string | undefined }) => Promise<ChatMessage>
  remove: (id: string) => Promise<unknown>
}

/** Messages read at once when many are wanted. */
export const LONG_PAGE = 100
