import type { ComponentProps } from 'react'
import { classNames } from '../dom/class-names.ts'
import styles from './IconButton.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'aria-pressed'> & {
  /** What the button does, for everyone who does not see the icon; also its tooltip. */
  label: string
  /** Makes it a toggle. */
  pressed?: boolean
  /** How a pressed toggle shows: a dot below, or the icon filled (the heart). */
  pressedAs?: 'dot' | 'filled'
  danger?: boolean
}

export function IconButton({
  label,
  pressed,
  pressedAs = 'dot',
  danger = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        styles.button,
        pressed === true && styles.pressed,
        pressed === true && pressedAs === 'filled' && styles.filled,
        danger && styles.danger,
        className,
      )}
    />
  )
}
