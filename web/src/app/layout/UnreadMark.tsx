import { useEffect } from 'react'
import { countText, useUnread } from '#features/chat/index.ts'
import { setWaitingTitle } from '#page-title.ts'
import { CountBadge } from '#ui/components/content/CountBadge.tsx'
import styles from './Shell.module.css'

/** The number of unread chat messages. It is also shown in the document title. */
export function UnreadMark() {
  const text = useUnread(({ count }) => countText(count))
  useEffect(() => {
    setWaitingTitle(text)
    return () => setWaitingTitle('')
  }, [text])
  return (
    text !== '' && (
      <CountBadge className={styles.mark}>
        {text} <span className="sr">ungelesen</span>
      </CountBadge>
    )
  )
}
