import type { ComponentProps, ElementType } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Surface.module.css'

interface Look {
  /** `inset`: a recessed area in another surface. `floating`: an element above the page. */
  kind?: 'card' | 'inset' | 'floating'
  /** `rows`: for a list with lines between its items. */
  padding?: 'roomy' | 'rows' | 'none'
}

type SurfaceProps<Tag extends ElementType> = Look & { as?: Tag; className?: string | undefined } & Omit<
    ComponentProps<Tag>,
    keyof Look | 'as' | 'className'
  >

/** An element with background, edge and corners: a card, a recessed area or a floating element. */
export function Surface<Tag extends ElementType = 'div'>({
  as,
  kind = 'card',
  padding = 'none',
  className,
  ...rest
}: SurfaceProps<Tag>) {
  const Element: ElementType = as ?? 'div'
  return (
    <Element
      {...rest}
      className={classNames(styles[kind], padding !== 'none' && styles[padding], className)}
    />
  )
}
