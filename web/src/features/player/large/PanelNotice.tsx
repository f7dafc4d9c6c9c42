import type { ComponentProps } from 'react'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import styles from './PanelNotice.module.css'

/** The notice of a tab without content. */
export function PanelNotice(props: Omit<ComponentProps<typeof EmptyState>, 'className'>) {
  return <EmptyState {...props} className={styles.notice} />
}
