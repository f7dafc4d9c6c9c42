import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { ReactNode } from 'react'
import { classNames } from '../dom/class-names.ts'
import styles from './LockedBand.module.css'

interface LockedBandProps {
  /** What the band says. */
  text: string
  /** The key button, once per page. */
  action?: ReactNode
  small?: boolean
  className?: string | undefined
  /** Places the band, where the middle is not the right place. */
  bandClassName?: string | undefined
  /** What lies behind: blurred, dimmed, out of reach for pointer, keys and screen readers. */
  children: ReactNode
}

/** Content behind a paper band. */
export function LockedBand({
  text,
  action,
  small = false,
  className,
  bandClassName,
  children,
}: LockedBandProps) {
  return (
    <div className={classNames(styles.locked, className)}>
      <div className={styles.content} inert aria-hidden>
        {children}
      </div>
      <div className={classNames(styles.band, small && styles.small, bandClassName)}>
        <LockKeyhole className="icon" aria-hidden />
        <span className={styles.text}>{text}</span>
        {action}
      </div>
    </div>
  )
}
