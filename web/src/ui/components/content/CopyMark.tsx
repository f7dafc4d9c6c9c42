import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import type { CSSProperties } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './CopyMark.module.css'

interface CopyMarkProps {
  state: 'ready' | 'loading' | 'waiting'
  /** Progress of a loading copy, 0 to 1. */
  share: number
}

/** An icon for the state of a copy on this device. `copyText` is its text for screen readers. */
export function CopyMark({ state, share }: CopyMarkProps) {
  const style: CSSProperties & { '--share': string } = { '--share': `${Math.round(share * 100)}%` }
  if (state === 'loading')
    return <span className={classNames(styles.mark, styles.ring)} style={style} aria-hidden />
  const Icon = state === 'ready' ? CircleCheck : CircleDashed
  return <Icon className={classNames(styles.mark, styles[state])} aria-hidden />
}

/** The text for screen readers, to be placed after the name of the copied item. */
export function copyText(state: CopyMarkProps['state']): string {
  if (state === 'ready') return ', auf diesem Gerät'
  return state === 'loading' ? ', wird geladen' : ', wird noch geladen'
}
