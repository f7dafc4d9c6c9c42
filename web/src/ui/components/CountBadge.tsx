import type { ReactNode } from 'react'
import { classNames } from '../dom/class-names.ts'
import styles from './CountBadge.module.css'

/** Shows a number, such as that of unread messages. */
export function CountBadge({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classNames(styles.badge, className)}>{children}</span>
}
