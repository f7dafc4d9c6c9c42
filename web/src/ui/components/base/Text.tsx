import type { ComponentProps, ElementType } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Text.module.css'

interface Look {
  /** Font size and line height; without it, both are inherited. */
  size?: 'sm' | 'md' | 'lg'
  tone?: 'muted' | 'faint' | 'accent' | 'success' | 'warning' | 'danger'
  weight?: 'medium' | 'semibold'
  /** Whether the text is limited to one line and truncated with an ellipsis. */
  truncate?: boolean
}

type TextProps<Tag extends ElementType> = Look & { as?: Tag; className?: string | undefined } & Omit<
    ComponentProps<Tag>,
    keyof Look | 'as' | 'className'
  >

/** A piece of text in one of the sizes of the type scale. */
export function Text<Tag extends ElementType = 'span'>({
  as,
  size,
  tone,
  weight,
  truncate = false,
  className,
  ...rest
}: TextProps<Tag>) {
  const Element: ElementType = as ?? 'span'
  return (
    <Element
      {...rest}
      className={classNames(
        size && styles[size],
        tone && styles[tone],
        weight && styles[weight],
        truncate && 'truncate',
        className,
      )}
    />
  )
}
