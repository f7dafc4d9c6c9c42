import { getConversation, openConversation } from '@tonarchiv/contract/conversations'
import { blockMember, listBlocks, unblockMember } from '@tonarchiv/contract/friends'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { socket } from '#realtime/socket-instance.ts'
import { showToast } from '#ui/dom/toast.ts'
import { unreadIn, withMessage, withTheirRead } from './conversation-list.ts'
import { FRESH, KEY, listQuery, MUTES_KEY } from './queries.ts'

const BLOCKS_KEY = ['blocks'] as const
/** Milliseconds in which several changes are combined into one request. */
const READ_AFTER = 300

export function useConversations() {
  return useQuery(listQuery)
}

/** Number of unread messages in all conversations that are not muted. */
export function useUnreadConversations(): number {
  return useQuery({ ...listQuery, select: unreadIn }).data ?? 0
}

/** One conversation: from the list or, if it has no message yet, from a call of its own. */
export function useConversation(id: string) {
  const listed = useQuery({ ...listQuery, select: (all) => all.find((each) => each.id === id) })
  const alone = useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(getConversation, { params: { id } }, { signal })).conversation,
    enabled: !listed.isPending && listed.data === undefined,
    staleTime: FRESH,
  })
  return listed.data === undefined ? alone : { ...alone, data: listed.data, error: null, isError: false }
}

/** Opens the conversation with a member. `onOpen` is called with its id. */
export function useOpenConversation(onOpen: (id: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) => (await call(openConversation, { body: { userId } })).conversation,
    onSuccess(conversation) {
      cache.setQueryData([...KEY, 'one', conversation.id], conversation)
      onOpen(conversation.id)
    },
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
  })
}

export function useBlocks() {
  return useQuery({
    queryKey: BLOCKS_KEY,
    queryFn: async ({ signal }) => (await call(listBlocks, {}, { signal })).blocked,
    staleTime: FRESH,
  })
}

function useBlockChange(change: (id: string) => Promise<unknown>, done: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    async onSuccess() {
      showToast(done)
      await cache.invalidateQueries({ queryKey: BLOCKS_KEY })
    },
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
  })
}

export function useBlockMember() {
  return useBlockChange((id) => call(blockMember, { params: { id } }), 'Blockiert')
}

export function useUnblockMember() {
  return useBlockChange((id) => call(unblockMember, { params: { id } }), 'Blockierung aufgehoben')
}

/**
 * Keeps the list of conversations up to date: reads it at the start and after changes that a message does not contain.
 * @returns a function that stops it
 */
export function startConversations(cache: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const readSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void cache.invalidateQueries({ queryKey: KEY }), READ_AFTER)
  }
  /**
   * Conversations that are not in the list although it was read after a message in them: those of listening rooms. Their
   * further messages cause no request, because all members of a room would send one at the same time.
   */
  const unlisted = new Set<string>()
  const readAnew = () => {
    unlisted.clear()
    readSoon()
  }
  const readIfListed = ({ conversationId }: { conversationId?: string | undefined }) => {
    if (conversationId !== undefined && !unlisted.has(conversationId)) readSoon()
  }
  const readMutes = () => void cache.invalidateQueries({ queryKey: MUTES_KEY })
  void cache.prefetchQuery(listQuery)
  let wasConnected = false
  const stops = [
    socket.on('chatMessage', ({ conversationId, message }) => {
      if (conversationId === undefined) return
      const conversations = cache.getQueryData(listQuery.queryKey)
      const after =
        conversations && withMessage(conversations, { conversationId, message, ownId: currentUser()?.id })
      if (after !== undefined) cache.setQueryData(listQuery.queryKey, [...after])
      else if (!unlisted.has(conversationId)) {
        unlisted.add(conversationId)
        readSoon()
      }
    }),
    socket.on('theirRead', (read) => {
      cache.setQueryData(listQuery.queryKey, (before) => before && [...withTheirRead(before, read)])
    }),
    socket.on('chatMessageDeleted', readIfListed),
    socket.on('chatRead', readIfListed),
    socket.on('conversationsChanged', () => {
      readAnew()
      readMutes()
    }),
    socket.on('friendsChanged', readSoon),
    socket.on('profileChanged', readSoon),
    socket.state.subscribe((now, before) => {
      if (now.status !== 'connected' || before.status === 'connected') return
      // Changes may have been missed while there was no connection, so the list is read again.
      if (wasConnected) {
        readAnew()
        readMutes()
      }
      wasConnected = true
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
