import type { ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './EmptyState.module.css'

const DRAWINGS = {
  text: <path d="M30 84h22M30 77h34" opacity=".6" />,
  cross: <path d="m42 48 24 24m0-24L42 72" />,
  keyhole: (
    <>
      <circle cx="54" cy="54" r="8" />
      <path d="m50.5 61-3 17h13l-3-17" />
    </>
  ),
  speech: <path d="M34 48h40v22H50l-8 8v-8h-8z" strokeLinejoin="round" />,
  heart: <path d="M54 74c-12-9-18-15-18-22a9 9 0 0 1 18-3 9 9 0 0 1 18 3c0 7-6 13-18 22Z" />,
  video: <path d="M47 44v32l24-16z" strokeLinejoin="round" />,
  headphones: <path d="M34 66v-8a20 20 0 0 1 40 0v8M34 64h7v14h-7zM67 64h7v14h-7z" />,
  muted: <path d="M44 52v16h8l10 8V44l-10 8zM70 54l12 12m0-12-12 12" />,
  record: (
    <>
      <circle cx="54" cy="60" r="16" />
      <circle cx="54" cy="60" r="3" />
    </>
  ),
  queue: <path d="M36 48h36M36 60h36M36 72h20" />,
  apps: (
    <>
      <rect x="10" y="20" width="64" height="64" rx="2" />
      <path d="M74 28a26 26 0 0 1 0 48" strokeDasharray="3 4" />
      <rect x="66" y="50" width="34" height="56" rx="5" fill="var(--color-surface)" />
      <path d="M79 99h8" strokeLinecap="round" />
    </>
  ),
  people: (
    <>
      <circle cx="46" cy="44" r="16" />
      <path d="M18 92c0-18 12-28 28-28s28 10 28 28z" />
      <g strokeDasharray="3 4">
        <circle cx="80" cy="48" r="13" />
        <path d="M80 66c14 0 23 9 23 24H80" />
      </g>
    </>
  ),
}

/** Drawings that are shown without a record sleeve. */
const WITHOUT_SLEEVE = new Set<keyof typeof DRAWINGS>(['apps', 'people'])

interface EmptyStateProps {
  title: string
  /** The level of the heading; 1 if it is the only heading of the page. */
  level?: 1 | 2
  /** One sentence. */
  children?: ReactNode
  /** A button below the text; there may be only one. */
  action?: ReactNode
  /** Whether this is an error state, in which the drawing is crossed out. */
  failed?: boolean
  /** The motif on the drawing of a record sleeve. */
  drawing?: keyof typeof DRAWINGS
  className?: string
}

/** Shown in place of missing content, or after an error: a line drawing, a heading and a sentence. */
export function EmptyState({
  title,
  level = 2,
  children,
  action,
  failed = false,
  drawing = failed ? 'cross' : 'text',
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
        {!WITHOUT_SLEEVE.has(drawing) && (
          <>
            <path d="M16 22h76v76H16z" />
            <path d="M92 31a40 40 0 0 1 0 58" strokeDasharray="3 4" />
          </>
        )}
        {DRAWINGS[drawing]}
      </svg>
      <Heading>{title}</Heading>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
