import { countText } from '#features/chat/index.ts'
import { useUnreadConversations } from '#features/conversations/index.ts'
import { CountBadge } from '#ui/components/content/CountBadge.tsx'
import styles from './Shell.module.css'

/** The number of unread messages in conversations. */
export function MessagesMark() {
  const text = countText(useUnreadConversations())
  return (
    text !== '' && (
      <CountBadge className={styles.mark}>
        {text} <span className="sr">ungelesen</span>
      </CountBadge>
    )
  )
}
