import { Text } from '#ui/components/base/Text.tsx'
import { typingText } from './typing.ts'
import { useTypists } from './typists.ts'
import styles from './TypingIndicator.module.css'

/** Names the members who are typing; its height is always reserved. */
export function TypingIndicator() {
  const text = useTypists(typingText)
  return (
    <Text as="p" size="sm" tone="muted" className={styles.typing} aria-live="polite">
      {text !== '' && (
        <>
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          <Text truncate>{text}</Text>
        </>
      )}
    </Text>
  )
}
