import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { Cover } from './Cover.tsx'
import styles from './Sleeve.module.css'

interface SleeveFrameProps {
  /** Whether the vinyl record is pulled out, because the album is open or playing. */
  out?: boolean
  /** Whether the record turns; it never does with reduced motion. `paused` stops it at its current angle. */
  turn?: 'on' | 'paused' | undefined
  /** Whether the record is mounted. If it appears only on hover, it can be mounted then. */
  disc?: boolean
  /** The colour of the label in the middle of the record. */
  labelColor?: string | undefined
  className?: string | undefined
  /** The cover, and everything that is displayed on it. */
  children: ReactNode
}

/**
 * A record sleeve with any content. The record slides out while the surrounding link, button or `[data-has-record]` is
 * hovered.
 */
export function SleeveFrame({
  out = false,
  turn,
  disc = true,
  labelColor,
  className,
  children,
}: SleeveFrameProps) {
  const style: CSSProperties & { '--label'?: string } =
    labelColor === undefined ? {} : { '--label': labelColor }
  return (
    <span className={classNames(styles.sleeve, out && styles.out, className)} style={style}>
      {children}
      {disc && <span className={styles.disc} data-turn={turn} aria-hidden />}
    </span>
  )
}

type SleeveProps = Omit<ComponentProps<typeof Cover>, 'className' | 'fixed'> &
  Omit<SleeveFrameProps, 'children'> & {
    /** The text of the paper band at the edge of the sleeve. */
    band?: string | undefined
    children?: ReactNode
  }

/** An album cover that is drawn as a record sleeve. */
export function Sleeve({ out, turn, disc, labelColor, className, band, children, ...cover }: SleeveProps) {
  return (
    <SleeveFrame {...{ out, turn, disc, labelColor, className }}>
      <Cover {...cover} />
      {band !== undefined && (
        <span className={styles.obi} data-band>
          {band}
        </span>
      )}
      {children}
    </SleeveFrame>
  )
}
