import { useEffect } from 'react'
import { countText, useUnread } from '#features/chat/index.ts'
import { useUnreadConversations } from '#features/conversations/index.ts'
import { setWaitingTitle } from '#page-title.ts'
import { CountBadge } from '#ui/components/content/CountBadge.tsx'
import styles from './Shell.module.css'

/**
 * The number of unread messages in the chat room. The document title begins with the number of unread messages in the
 * chat room and all conversations.
 */
export function UnreadMark() {
  const text = useUnread(({ count }) => countText(count))
  const all = countText(useUnread(({ count }) => count) + useUnreadConversations())
  useEffect(() => {
    setWaitingTitle(all)
    return () => setWaitingTitle('')
  }, [all])
  return (
    text !== '' && (
      <CountBadge className={styles.mark}>
        {text} <span className="sr">ungelesen</span>
      </CountBadge>
    )
  )
}
