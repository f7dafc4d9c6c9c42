import { use, type ComponentProps } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { LatePictures } from '../images/late-pictures.ts'
import styles from './IconButton.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'aria-pressed'> & {
  /** The accessible name; also the tooltip. */
  label: string
  /** Makes it a toggle button. */
  pressed?: boolean
  /** How a pressed toggle is shown: a dot below, or the icon filled (the heart). */
  pressedAs?: 'dot' | 'filled'
  /** Looks like a pressed toggle; for a button of more than two states, whose label names the current one. */
  isOn?: boolean
  danger?: boolean
}

/** The class of an icon button for other elements: the button of a menu. */
export const iconButtonClass = styles.button

export function IconButton({
  label,
  pressed,
  pressedAs = 'dot',
  isOn = pressed === true,
  danger = false,
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  const isLate = use(LatePictures)
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        styles.button,
        isOn && styles.pressed,
        pressed === true && pressedAs === 'filled' && styles.filled,
        danger && styles.danger,
        className,
      )}
    >
      {!isLate && children}
    </button>
  )
}
