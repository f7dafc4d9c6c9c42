import type { CSSProperties } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** Size as CSS lengths; it should be that of the content. */
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string | undefined
  style?: CSSProperties
}

/** A grey placeholder for content that is loading. */
export function Skeleton({ width, height, className, style }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, className)}
      style={{ width, height, ...style }}
      aria-hidden
    />
  )
}
