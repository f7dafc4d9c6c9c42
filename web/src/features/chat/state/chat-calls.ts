import type { Card } from '@tonarchiv/contract/cards'
import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { editMessage } from '@tonarchiv/contract/chat-changes'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { Page } from './log.ts'
import type { OwnMedia } from './outgoing.ts'

type EditAnswer = ResponseOf<typeof editMessage>

/** The requests that the chat sends to the server. */
export interface ChatCalls {
  read: (query: { before?: string; after?: string; revision?: number; limit?: number }) => Promise<Page>
  /** `mediaUrls`: the uploaded files of the message, in their order. */
  post: (body: {
    message: string
    clientId: string
    mediaUrls: readonly string[]
    replyTo: string | undefined
    card: Card | undefined
  }) => Promise<ChatMessage>
  /** Uploads a file and reports its progress from 0 to 1; resolves with its URL on the server. */
  upload: (
    media: OwnMedia,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<string>
  remove: (id: string) => Promise<unknown>
  /** `editedAt`: the value in the message that the author has edited; undefined when it is not known. */
  edit: (id: string, text: string, editedAt: string | null | undefined) => Promise<EditAnswer>
  react: (id: string, emoji: string, isAdded: boolean) => Promise<{ revision: number }>
  pin: (id: string, isPinned: boolean) => Promise<{ revision: number }>
}

/** Page size for reading many messages. */
export const LONG_PAGE = 100
