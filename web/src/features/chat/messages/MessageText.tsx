import type { ChatMessage } from '@tonarchiv/contract/chat'
import { memo, useState } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { foldAt } from './fold.ts'
import styles from './Message.module.css'
import { partsBefore, partsOf, type Part } from './parts.ts'

/** Texts that were opened, so that they are still open when they come into sight again. */
const opened = new Set<string>()
const OPENED_AT_MOST = 500

interface MessageTextProps {
  /** Names the text for as long as the page is open. */
  id: string
  message: Pick<ChatMessage, 'content' | 'mentions'>
  ownId: string
}

/**
 * A text with its links and the people it is written to; everything else is shown as it was typed. Each line runs in
 * the direction of its own script, and a long text is folded.
 */
export const MessageText = memo(function MessageText({ id, message, ownId }: MessageTextProps) {
  const [isOpen, setIsOpen] = useState(() => opened.has(id))
  const end = foldAt(message.content)
  const parts = partsOf(message)
  if (end === undefined) return parts.map((part) => <PartOfText key={part.at} {...{ part, ownId }} />)
  const shown = isOpen ? parts : partsBefore(parts, end)
  return (
    <>
      {shown.map((part) => (
        <PartOfText key={part.at} {...{ part, ownId }} />
      ))}
      {!isOpen && '…'}
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => {
          if (isOpen) opened.delete(id)
          else if (opened.size < OPENED_AT_MOST) opened.add(id)
          setIsOpen(!isOpen)
        }}
      >
        {isOpen ? 'Weniger anzeigen' : 'Mehr anzeigen'}
      </button>
    </>
  )
})

function PartOfText({ part, ownId }: { part: Part; ownId: string }) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'mention') {
    return (
      <span className={classNames(styles.mention, part.userId === ownId && styles['mention-own'])}>
        {part.text}
      </span>
    )
  }
  return (
    <a className="link" href={part.href} target="_blank" rel="noopener noreferrer nofollow">
      {part.text}
    </a>
  )
}
