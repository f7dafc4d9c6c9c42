import { Text } from '#ui/components/base/Text.tsx'
import styles from './VideoText.module.css'

/** The text of a row for a video or file: its name on one line, and details below. */
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
