import type { MessageFilter } from '@tonarchiv/contract/message-search'
import { create } from 'zustand'

/** What is searched. It is kept while the page is loaded, so that a closed search goes on where it was. */
interface MessageSearchState {
  isOpen: boolean
  text: string
  /** The author whose messages are searched. */
  by: { id: string; name: string; photoURL: string | null } | undefined
  has: MessageFilter | undefined
}

export const useMessageSearch = create<MessageSearchState>(() => ({
  isOpen: false,
  text: '',
  by: undefined,
  has: undefined,
}))

/** Fields of the search that are shown, to be searched. */
export function changeSearch(change: Partial<Omit<MessageSearchState, 'isOpen'>>): void {
  useMessageSearch.setState(change)
}

export function openMessageSearch(): void {
  useMessageSearch.setState({ isOpen: true })
}

export function closeMessageSearch(): void {
  useMessageSearch.setState({ isOpen: false })
}
