import type { ChatMessage } from '@tonarchiv/contract/chat'
import { memo } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './Message.module.css'
import { partsOf } from './parts.ts'

/** A text with its links and the people it is written to; everything else is shown as it was typed. */
export const MessageText = memo(function MessageText({
  message,
  ownId,
}: {
  message: Pick<ChatMessage, 'content' | 'mentions'>
  ownId: string
}) {
  return partsOf(message).map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'mention') {
      return (
        <span
          key={part.at}
          className={classNames(styles.mention, part.userId === ownId && styles['mention-own'])}
        >
          {part.text}
        </span>
      )
    }
    return (
      <a key={part.at} className="link" href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    )
  })
})
