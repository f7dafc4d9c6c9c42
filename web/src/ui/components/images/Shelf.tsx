import type { CSSProperties } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Shelf.module.css'

/** The class of a shelf, whose element must have a `position`. */
export function shelfClass(className?: string): string {
  return classNames(styles.shelf, className)
}

interface SpineLook {
  /** Pixels. */
  width: number
  paper: string
  /** The colour of the title on the spine. */
  print: string
  /** Whether the spine is pulled out, because its album is playing. */
  isOut: boolean
}

/** The attributes of a spine on a shelf. A spine is a link or a decoration; its title is in a `b` element. */
export function spineProps({ width, paper, print, isOut }: SpineLook) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--width': `${width}px`,
    '--paper': paper,
    '--print': print,
  }
  return { className: classNames(styles.spine, isOut && styles.out), style }
}
