import Search from 'lucide-react/icons/search'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useConversationId } from '../state/conversation-context.ts'
import { closeMessageSearch, openMessageSearch, useMessageSearch } from './message-search.ts'

/**
 * Opens and closes the search in the messages of the conversation. The focus returns to it when the search is closed.
 */
export function SearchButton({ label, className }: { label: string; className?: string | undefined }) {
  const isSearching = useMessageSearch(({ isOpen }) => isOpen)
  const conversationId = useConversationId()
  return (
    <IconButton
      label={label}
      className={className}
      pressed={isSearching}
      data-search-button
      onClick={() => (isSearching ? closeMessageSearch() : openMessageSearch(conversationId))}
    >
      <Search className="icon" aria-hidden />
    </IconButton>
  )
}

/** The search button in `region`; null if there is none. */
export function searchButtonIn(region: HTMLElement | null): HTMLElement | null {
  return region?.querySelector<HTMLElement>('[data-search-button]') ?? null
}
