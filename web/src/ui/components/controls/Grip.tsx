import type { DOMAttributes } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Grip.module.css'

/** The properties that make a button the drag handle of its row. */
export type GripHandlers = DOMAttributes<HTMLElement> & { 'aria-pressed': boolean }

interface GripProps {
  title: string
  isSmall?: boolean
  /** Whether the row cannot be moved; the space of the handle stays reserved. */
  isHidden?: boolean
  grip: GripHandlers
}

/** The drag handle of a row. Its icon is a single path, because long lists contain many of them. */
export function Grip({ title, isSmall = false, isHidden = false, grip }: GripProps) {
  return (
    <button
      type="button"
      className={classNames(styles.grip, isHidden && styles.hidden)}
      aria-label={`${title} verschieben`}
      data-grip
      {...grip}
    >
      <svg
        className={classNames('icon', isSmall && 'icon-small')}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        aria-hidden
      >
        <path d="M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01" />
      </svg>
    </button>
  )
}
