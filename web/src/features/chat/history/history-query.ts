import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { listMessages, ROOM_ID, type ChatMessage } from '@tonarchiv/contract/chat'
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { withOwnReactions } from '../state/reactions.ts'

/** Maximum number of messages before and after the given one, and on each further page. */
const PAGE = 30
/** Maximum number of cached pages. Beyond it the page at the other end is dropped. */
const PAGES_KEPT = 8
/** An id that sorts before every other. */
const FIRST_ID = '00000000-0000-7000-8000-000000000000'

interface Page {
  /** Ascending. */
  messages: readonly ChatMessage[]
  hasOlder: boolean
  hasNewer: boolean
}

type Param = { around: string } | { before: string } | { after: string }
type ConversationParam = { conversationId: string | undefined }

async function readMessages(
  query: ({ before: string } | { after: string }) & ConversationParam,
  signal: AbortSignal,
): Promise<{ messages: readonly ChatMessage[]; hasMore: boolean }> {
  const page = await call(listMessages, { query: { ...query, limit: PAGE } }, { signal })
  const messages = withOwnReactions(page.messages, page, currentUser()?.id ?? '')
  return { messages, hasMore: page.hasMore }
}

async function readAround(
  { around: id, conversationId }: { around: string } & ConversationParam,
  signal: AbortSignal,
): Promise<Page> {
  const before = await readMessages({ before: id, conversationId }, signal)
  const after = before.messages.at(-1)?.id ?? FIRST_ID
  const from = await readMessages({ after, conversationId }, signal)
  if (from.messages[0]?.id !== id) throw new ApiError(messageNotFound)
  return {
    messages: [...before.messages, ...from.messages],
    hasOlder: before.hasMore,
    hasNewer: from.hasMore,
  }
}

async function readPage(param: Param & ConversationParam, signal: AbortSignal): Promise<Page> {
  if ('around' in param) return readAround(param, signal)
  const { messages, hasMore } = await readMessages(param, signal)
  return 'before' in param
    ? { messages, hasOlder: hasMore, hasNewer: true }
    : { messages, hasOlder: true, hasNewer: hasMore }
}

/** The messages around this one, extended in both directions. */
export function historyQuery(id: string, conversation: string) {
  const conversationId = conversation === ROOM_ID ? undefined : conversation
  const first: Param = { around: id }
  return infiniteQueryOptions({
    queryKey: ['chat', 'history', id],
    queryFn: ({ pageParam, signal }) => readPage({ ...pageParam, conversationId }, signal),
    initialPageParam: first,
    getPreviousPageParam: ({ messages, hasOlder }: Page): Param | undefined =>
      hasOlder && messages[0] ? { before: messages[0].id } : undefined,
    getNextPageParam: ({ messages, hasNewer }: Page): Param | undefined => {
      const last = messages.at(-1)
      return hasNewer && last ? { after: last.id } : undefined
    },
    maxPages: PAGES_KEPT,
    select: messagesOf,
    retry: false,
    gcTime: 0,
  })
}

function messagesOf({ pages }: InfiniteData<Page, Param>): readonly ChatMessage[] {
  return pages.flatMap(({ messages }) => messages)
}
