import { ROOM_ID } from '@tonarchiv/contract/chat'
import type { MessageFilter } from '@tonarchiv/contract/message-search'
import { create } from 'zustand'

/** The state of the search. It is kept while the page is loaded, so that a search that is opened again continues. */
interface MessageSearchState {
  isOpen: boolean
  /** The conversation of the search. In another one the search starts empty. */
  conversationId: string
  text: string
  /** The author whose messages are searched. */
  by: { id: string; name: string; photoURL: string | null } | undefined
  has: MessageFilter | undefined
  /** The id of the track whose moments are searched. */
  momentsOf: string | undefined
}

export const useMessageSearch = create<MessageSearchState>(() => ({
  isOpen: false,
  conversationId: ROOM_ID,
  text: '',
  by: undefined,
  has: undefined,
  momentsOf: undefined,
}))

const NOTHING = { text: '', by: undefined, has: undefined, momentsOf: undefined } as const

/** Shows all moments of a track in the room. */
export function searchMoments(trackId: string): void {
  useMessageSearch.setState({
    isOpen: true,
    conversationId: ROOM_ID,
    ...NOTHING,
    has: 'moment',
    momentsOf: trackId,
  })
}

/** Changes the text or the filters of the search. */
export function changeSearch(
  change: Partial<Pick<MessageSearchState, 'text' | 'by' | 'has' | 'momentsOf'>>,
): void {
  useMessageSearch.setState(change)
}

export function openMessageSearch(conversationId: string): void {
  const isSame = useMessageSearch.getState().conversationId === conversationId
  useMessageSearch.setState({
    isOpen: true,
    ...(!isSame && { conversationId, ...NOTHING }),
  })
}

export function closeMessageSearch(): void {
  useMessageSearch.setState({ isOpen: false })
}
