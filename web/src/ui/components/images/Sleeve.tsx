import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { Cover } from './Cover.tsx'
import styles from './Sleeve.module.css'

type SleeveProps = Omit<ComponentProps<typeof Cover>, 'className' | 'fixed'> & {
  /** The record is pulled out: the album is open or playing. */
  out?: boolean
  /** Whether the record turns, unless the user wants less motion. Paused, it stops where it is. */
  turn?: 'on' | 'paused' | undefined
  /** Whether the record is mounted; if it only appears on hover, it can be mounted then. */
  disc?: boolean
  /** Colour of the record’s label. */
  labelColor?: string | undefined
  /** The text of the paper band at the edge. */
  band?: string | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A cover in the shape of a record sleeve. */
export function Sleeve({
  out = false,
  turn,
  disc = true,
  labelColor,
  band,
  className,
  children,
  ...cover
}: SleeveProps) {
  const style: CSSProperties & { '--label'?: string } =
    labelColor === undefined ? {} : { '--label': labelColor }
  return (
    <span className={classNames(styles.sleeve, out && styles.out, className)} style={style}>
      <Cover {...cover} />
      {band !== undefined && (
        <span className={styles.obi} data-band>
          {band}
        </span>
      )}
      {disc && <span className={styles.disc} data-turn={turn} aria-hidden />}
      {children}
    </span>
  )
}
