import type { CSSProperties } from 'react'
import { classNames } from '../dom/class-names.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** CSS lengths; the final geometry of what is loading. */
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string | undefined
  style?: CSSProperties
}

/** A grey place for something that is on its way. */
export function Skeleton({ width, height, className, style }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, className)}
      style={{ width, height, ...style }}
      aria-hidden
    />
  )
}
