import type { ComponentProps } from 'react'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import styles from './PanelNotice.module.css'

/** What a tab says when it has nothing else to show. */
export function PanelNotice(props: Omit<ComponentProps<typeof EmptyState>, 'className'>) {
  return <EmptyState {...props} className={styles.notice} />
}
