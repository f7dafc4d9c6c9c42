import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import type { CSSProperties } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './CopyMark.module.css'

interface CopyMarkProps {
  state: 'ready' | 'loading' | 'waiting'
  /** The loaded share of a copy, 0 to 1. */
  share: number
}

/**
 * An icon for the state of a copy on this device. It is hidden from screen readers, for which `copyText` returns a
 * text.
 */
export function CopyMark({ state, share }: CopyMarkProps) {
  const style: CSSProperties & { '--share': string } = { '--share': `${Math.round(share * 100)}%` }
  if (state === 'loading')
    return <span className={classNames(styles.mark, styles.ring)} style={style} aria-hidden />
  const Icon = state === 'ready' ? CircleCheck : CircleDashed
  return <Icon className={classNames(styles.mark, styles[state])} aria-hidden />
}

/** The state of a copy as text for screen readers; it belongs after the name of the copied item. */
export function copyText(state: CopyMarkProps['state']): string {
  if (state === 'ready') return ', auf diesem Gerät'
  return state === 'loading' ? ', wird geladen' : ', wird noch geladen'
}
