import { useEffect } from 'react'
import { countText, useUnread } from '#features/chat/index.ts'
import { setWaitingTitle } from '#page-title.ts'
import { CountBadge } from '#ui/components/CountBadge.tsx'
import styles from './Shell.module.css'

/** How many messages wait in the chat; also in the document’s title. */
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
