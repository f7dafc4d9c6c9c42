import { Text } from '#ui/components/base/Text.tsx'
import styles from './VideoText.module.css'

/** The text in the row of a video or file: the name on one line, and details below it. */
export function VideoText({ title, details }: { title: string; details: string }) {
  return (
    <div className={styles.text}>
      <Text as="p" weight="semibold" truncate title={title}>
        {title}
      </Text>
      <Text as="p" size="sm" tone="muted">
        {details}
      </Text>
    </div>
  )
}
