import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { classNames } from '../dom/class-names.ts'
import { Cover } from './Cover.tsx'
import styles from './Sleeve.module.css'

type SleeveProps = Omit<ComponentProps<typeof Cover>, 'className' | 'fixed'> & {
  /** The record is pulled out: open or playing. */
  out?: boolean
  /** The record is there at all; where it only peeks out of what is pointed at, it may come then. */
  disc?: boolean
  /** Colour of the record’s label. */
  labelColor?: string | undefined
  /** The paper band at the edge, with this word. */
  band?: string | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A cover as the sleeve of a record. */
export function Sleeve({
  out = false,
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
      {disc && <span className={styles.disc} aria-hidden />}
      {children}
    </span>
  )
}
