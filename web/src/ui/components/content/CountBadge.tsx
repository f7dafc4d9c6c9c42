import type { ComponentProps } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './CountBadge.module.css'

/** Shows a number, such as that of unread messages. */
export function CountBadge({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames(styles.badge, className)} />
}
