import { formatNumber } from '#format.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './RestOfEntries.module.css'

interface RestOfEntriesProps {
  /** Number of entries that are not loaded yet. */
  count: number
  isFailed: boolean
  onRetry: () => unknown
}

/** Shown below the first entries of a long playlist: how many more entries are being loaded, or could not be loaded. */
export function RestOfEntries({ count, isFailed, onRetry }: RestOfEntriesProps) {
  const missing = `${formatNumber(count)} weitere Titel`
  if (!isFailed)
    return (
      <Text as="p" tone="muted" className={styles.rest}>
        {missing} werden geladen…
      </Text>
    )
  return (
    <Notice
      kind="warning"
      className={styles.rest}
      actions={
        <Button small onClick={() => void onRetry()}>
          Erneut versuchen
        </Button>
      }
    >
      {missing} konnten nicht geladen werden.
    </Notice>
  )
}
