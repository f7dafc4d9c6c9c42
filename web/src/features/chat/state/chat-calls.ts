import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { Page } from './log.ts'

/** The requests that the chat sends to the server. */
export interface ChatCalls {
  read: (query: { before?: string; after?: string; revision?: number; limit?: number }) => Promise<Page>
  post: (body: { message: string; clientId: string; mediaUrl: string | undefined }) => Promise<ChatMessage>
  remove: (id: string) => Promise<unknown>
}

/** Page size for reading many messages. */
export const LONG_PAGE = 100
