import { SEARCH_MAX_LENGTH } from '@tonarchiv/contract/search'
import { useInfiniteQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { formatNumber } from '#format.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { changeSearch, closeMessageSearch, useMessageSearch } from './message-search.ts'
import styles from './MessageSearch.module.css'
import { SearchFilters } from './SearchFilters.tsx'
import { SearchHits } from './SearchHits.tsx'
import { isSearchable, messagesQuery } from './search-query.ts'

/** Milliseconds from the last key press to the search. */
const PAUSE = 150

interface MessageSearchProps {
  /** The hit that the history shows. */
  shownId: string | undefined
  /** Shows a message with the messages around it. With `takesFocus` the focus moves to this message. */
  onShow: (id: string, takesFocus: boolean) => void
  /** Called after the search was closed. */
  onClose: () => void
  className?: string | undefined
}

/** The search in messages, beside the chat; on phones it covers the page. See docs/product.md §12.11. */
export function MessageSearch({ shownId, onShow, onClose, className }: MessageSearchProps) {
  const { text, by, has, momentsOf } = useMessageSearch()
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const conversationId = useConversationId()
  const searched = { conversationId, text: usePaused(text), by: by?.id, has, momentsOf }
  const query = useInfiniteQuery(messagesQuery(searched))
  const isAsked = isSearchable(searched)
  /** The element that had the focus before the search was opened. */
  const opener = useRef<Element>(null)
  useEffect(() => {
    opener.current ??= document.activeElement
    panel.current?.querySelector('input')?.focus()
  }, [])
  const close = () => {
    closeMessageSearch()
    onClose()
    // On phones the panel covers the opener until it is unmounted.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus()
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, [data-hit]') ?? [])]
    const next = stops[stops.indexOf(focused()) + (event.key === 'ArrowDown' ? 1 : -1)]
    if (!next) return
    event.preventDefault()
    next.focus()
    const { hit } = next.dataset
    if (hit !== undefined) onShow(hit, false)
  }
  return (
    // The arrow keys and Escape work in all of the panel.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      className={classNames(styles.panel, className)}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id={titleId}>Suche</h2>
          <IconButton label="Suche schließen" onClick={close}>
            <X className="icon" aria-hidden />
          </IconButton>
        </div>
        <TextField
          type="search"
          label="Nachrichten durchsuchen"
          labelHidden
          placeholder="Nachrichten durchsuchen"
          icon={<Search className="icon" aria-hidden />}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_MAX_LENGTH}
          value={text}
          onChange={({ currentTarget: { value } }) => changeSearch({ text: value })}
        />
        <SearchFilters />
        <output className={styles.count}>
          {isAsked && query.data !== undefined && countOf(query.data.messages.length, query.hasNextPage)}
        </output>
      </div>
      <SearchHits query={query} isAsked={isAsked} text={searched.text.trim()} {...{ shownId, onShow }} />
    </aside>
  )
}

function focused(): HTMLElement {
  return document.activeElement instanceof HTMLElement ? document.activeElement : document.body
}

function countOf(count: number, hasMore: boolean): string {
  return `${hasMore ? 'Mehr als ' : ''}${formatNumber(count)} Treffer`
}

/** The text, once nothing was typed for `PAUSE`; an empty text at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
