import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { Cover } from './Cover.tsx'
import styles from './Sleeve.module.css'

interface SleeveFrameProps {
  /** The record is pulled out: the album is open or playing. */
  out?: boolean
  /** Whether the record turns; it does not with reduced motion. `paused` stops it at its current angle. */
  turn?: 'on' | 'paused' | undefined
  /** Whether the record is mounted; if it only appears on hover, it can be mounted then. */
  disc?: boolean
  /** Colour of the record’s label. */
  labelColor?: string | undefined
  className?: string | undefined
  /** The cover and everything on top of it. */
  children: ReactNode
}

/**
 * A record in a sleeve with any content. The record slides out while the link, button or `[data-has-record]` around it
 * is hovered.
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
    /** The text of the paper band at the edge. */
    band?: string | undefined
    children?: ReactNode
  }

/** A cover in the shape of a record sleeve. */
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
