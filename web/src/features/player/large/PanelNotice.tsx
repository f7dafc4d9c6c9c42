import type { ComponentProps } from 'react'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import styles from './PanelNotice.module.css'

/** The notice that a tab shows when it has no content. */
export function PanelNotice(props: Omit<ComponentProps<typeof EmptyState>, 'className'>) {
  return <EmptyState {...props} className={styles.notice} />
}
