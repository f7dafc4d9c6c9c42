import { ROOM_ID } from '@tonarchiv/contract/chat'
import {
  MESSAGE_SEARCH_MIN_LENGTH,
  MESSAGE_SEARCH_PAGE,
  searchMessages,
  type FoundChatMessage,
  type FoundMessages,
  type MessageFilter,
} from '@tonarchiv/contract/message-search'
import { lengthOf } from '@tonarchiv/contract/text'
import { infiniteQueryOptions, keepPreviousData, type InfiniteData } from '@tanstack/react-query'
import { call } from '#client/call.ts'

/** Maximum number of calls for one page: the server may answer with few hits or none although more follow. */
const CALLS_MAX = 20

export interface SearchedMessages {
  conversationId: string
  text: string
  by: string | undefined
  has: MessageFilter | undefined
  momentsOf: string | undefined
}

export interface FoundOfSearch {
  messages: readonly FoundChatMessage[]
  terms: readonly string[]
  corrected: string | undefined
}

/** Whether there is something to search for. */
export function isSearchable({ text, by, has }: Pick<SearchedMessages, 'text' | 'by' | 'has'>): boolean {
  const length = lengthOf(text.trim())
  return length >= MESSAGE_SEARCH_MIN_LENGTH || (length === 0 && (by !== undefined || has !== undefined))
}

/** The messages that match, newest first. The last hits stay until the next ones have loaded. */
export function messagesQuery(searched: SearchedMessages) {
  const { conversationId, text, by, has, momentsOf } = searched
  const q = text.trim()
  return infiniteQueryOptions({
    queryKey: ['chat', 'search', conversationId, q, by, has, momentsOf],
    queryFn: async ({ pageParam, signal }): Promise<FoundMessages> => {
      let from = pageParam
      const messages: FoundChatMessage[] = []
      for (let count = 1; ; count += 1) {
        const page = await call(
          searchMessages,
          {
            query: {
              ...(conversationId !== ROOM_ID && { conversationId }),
              ...(q !== '' && { q }),
              ...(by !== undefined && { by }),
              ...(has !== undefined && { has }),
              ...(momentsOf !== undefined && { momentsOf }),
              ...(from !== null && { from }),
            },
          },
          { signal },
        )
        messages.push(...page.messages)
        from = page.next
        if (from === null || messages.length >= MESSAGE_SEARCH_PAGE || count === CALLS_MAX)
          return { ...page, messages }
      }
    },
    initialPageParam: first(),
    getNextPageParam: ({ next }) => next,
    enabled: isSearchable(searched),
    placeholderData: keepPreviousData,
    select: joined,
    gcTime: 0,
    retry: false,
  })
}

/** The parameter of the first page. */
function first(): string | null {
  return null
}

function joined({ pages }: InfiniteData<FoundMessages, string | null>): FoundOfSearch {
  const [page] = pages
  const messages = pages.flatMap((one) => one.messages)
  return {
    messages: [...new Map(messages.map((message) => [message.id, message])).values()],
    terms: page?.terms ?? [],
    corrected: page?.corrected ?? undefined,
  }
}
