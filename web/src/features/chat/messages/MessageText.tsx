import type { ChatMessage } from '@tonarchiv/contract/chat'
import { memo, useState } from 'react'
import { openProfile } from '#features/presence/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { foldAt } from './fold.ts'
import styles from './Message.module.css'
import { segmentsBefore, segmentsOf, type TextSegment } from './parts.ts'

/** Long texts that were expanded, so that they stay expanded when they are mounted again. */
const opened = new Set<string>()
const OPENED_AT_MOST = 500

interface MessageTextProps {
  /** Identifies the text while the page is loaded. */
  id: string
  message: Pick<ChatMessage, 'content' | 'mentions'>
  ownId: string
}

/**
 * A text with its links and mentions; everything else is shown as it was typed. Each line has the direction
 * of its own script, and a long text is folded.
 */
export const MessageText = memo(function MessageText({ id, message, ownId }: MessageTextProps) {
  const [isOpen, setIsOpen] = useState(() => opened.has(id))
  const end = foldAt(message.content)
  const segments = segmentsOf(message)
  if (end === undefined)
    return segments.map((segment) => <TextSegment key={segment.at} {...{ segment, ownId }} />)
  const shown = isOpen ? segments : segmentsBefore(segments, end)
  return (
    <>
      {shown.map((segment) => (
        <TextSegment key={segment.at} {...{ segment, ownId }} />
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

function TextSegment({ segment, ownId }: { segment: TextSegment; ownId: string }) {
  if (segment.kind === 'text') return segment.text
  if (segment.kind === 'mention') {
    const { userId, text } = segment
    return (
      <button
        type="button"
        className={classNames(styles.mention, userId === ownId && styles['mention-own'])}
        aria-label={`${text}, Profil öffnen`}
        onClick={() => openProfile(userId)}
      >
        {text}
      </button>
    )
  }
  return (
    <a className="link" href={segment.href} target="_blank" rel="noopener noreferrer nofollow">
      {segment.text}
    </a>
  )
}
