import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './LockedBand.module.css'

interface LockedBandProps {
  /** The text on the band. */
  text: string
  /** The button that asks for an access key; only one band of a page has it. */
  action?: ReactNode
  small?: boolean
  className?: string | undefined
  /** A class that positions the band, if it must not be in the middle. */
  bandClassName?: string | undefined
  /** The content behind the band, which is blurred, dimmed and inert. */
  children: ReactNode
}

/** Content that is covered by a paper band, because the account may not use it. */
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
