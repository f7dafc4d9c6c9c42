import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import type { CSSProperties } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './CopyMark.module.css'

interface CopyMarkProps {
  state: 'ready' | 'loading' | 'waiting'
  /** Of one that is loading, 0 to 1. */
  share: number
}

/** Whether something lies on this device; its text for screen readers is `copyText`. */
export function CopyMark({ state, share }: CopyMarkProps) {
  const style: CSSProperties & { '--share': string } = { '--share': `${Math.round(share * 100)}%` }
  if (state === 'loading')
    return <span className={classNames(styles.mark, styles.ring)} style={style} aria-hidden />
  const Icon = state === 'ready' ? CircleCheck : CircleDashed
  return <Icon className={classNames(styles.mark, styles[state])} aria-hidden />
}

/** Behind the name of what the mark is about. */
export function copyText(state: CopyMarkProps['state']): string {
  if (state === 'ready') return ', auf diesem Gerät'
  return state === 'loading' ? ', wird geladen' : ', wird noch geladen'
}
