import { use, type ComponentProps } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { LatePictures } from '../images/late-pictures.ts'
import styles from './IconButton.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'aria-pressed'> & {
  /** The accessible name of the button, which is also its tooltip. */
  label: string
  /** Whether the button is pressed; if given, the button is a toggle button. */
  pressed?: boolean
  /** How a pressed toggle looks: with a dot below, or with a filled icon. */
  pressedAs?: 'dot' | 'filled'
  /**
   * Whether the button looks like a pressed toggle. For a button with more than two states, whose label names the
   * state.
   */
  isOn?: boolean
  danger?: boolean
}

/** The class of an icon button, for other elements that look like one. */
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
