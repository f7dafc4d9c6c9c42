import { useTypists } from '../state/the-chat.ts'
import { typingText } from './typing.ts'
import styles from './TypingLine.module.css'

/** Who types right now; its place is always kept. */
export function TypingLine() {
  const text = useTypists(({ typists }) => typingText(typists))
  return (
    <p className={styles.typing} aria-live="polite">
      {text !== '' && (
        <>
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          <span className="truncate">{text}</span>
        </>
      )}
    </p>
  )
}
