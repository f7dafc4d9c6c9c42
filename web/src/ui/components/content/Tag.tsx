import type { ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Tag.module.css'

interface TagProps {
  kind?: 'plain' | 'paper' | 'success' | 'accent' | 'danger' | 'warning'
  children: ReactNode
}

/** A word that marks a state. */
export function Tag({ kind = 'plain', children }: TagProps) {
  return <span className={classNames(styles.tag, kind !== 'plain' && styles[kind])}>{children}</span>
}
