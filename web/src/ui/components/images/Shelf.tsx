import type { CSSProperties } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Shelf.module.css'

/** The class of a shelf; it has to be positioned. */
export function shelfClass(className?: string): string {
  return classNames(styles.shelf, className)
}

interface SpineLook {
  /** Pixels. */
  width: number
  paper: string
  /** Colour of the title. */
  print: string
  /** Pulled out, because the album is playing. */
  isOut: boolean
}

/** The attributes of a spine on a shelf, which is a link or decorative. Its title is in a `b` element. */
export function spineProps({ width, paper, print, isOut }: SpineLook) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--width': `${width}px`,
    '--paper': paper,
    '--print': print,
  }
  return { className: classNames(styles.spine, isOut && styles.out), style }
}
