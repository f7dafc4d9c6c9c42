import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  title: string
  /** Level of the heading: 1 where it is the page’s only one. */
  level?: 1 | 2
  /** One sentence. */
  children?: ReactNode
  /** At most one button. */
  action?: ReactNode
  /** Something went wrong: the sleeve is crossed out. */
  failed?: boolean
  className?: string
}

/** The line drawing of a sleeve whose record is out, one heading, one sentence; also for errors. */
export function EmptyState({
  title,
  level = 2,
  children,
  action,
  failed = false,
  className,
}: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classNames(styles.empty, className)}>
      <svg
        className={styles.art}
        viewBox="0 0 120 120"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden
      >
        <path d="M16 22h76v76H16z" />
        <path d="M92 31a40 40 0 0 1 0 58" strokeDasharray="3 4" />
        {failed ? <path d="m42 48 24 24m0-24L42 72" /> : <path d="M30 84h22M30 77h34" opacity=".6" />}
      </svg>
      <Heading>{title}</Heading>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
