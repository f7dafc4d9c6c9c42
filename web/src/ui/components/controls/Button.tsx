import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classNames } from '../../dom/class-names.ts'
import { Spinner } from './Spinner.tsx'

type ButtonKind =
  | 'plain'
  | 'primary'
  | 'inverse'
  | 'tint'
  | 'ghost'
  | 'outline'
  | 'danger'
  | 'danger-solid'
  | 'ink'

interface Look {
  /** A view should have at most one `primary` button. */
  kind?: ButtonKind
  small?: boolean
  /** Whether the button is as wide as its container. */
  block?: boolean
}

/** The classes of a button, for elements that look like one: links, and labels of file inputs. */
export function buttonClass({ kind = 'plain', small = false, block = false }: Look = {}): string {
  return classNames(
    styles.button,
    kind !== 'plain' && styles[kind],
    small && styles.small,
    block && styles.block,
  )
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Whether the button shows a spinner and ignores presses. */
    busy?: boolean
  }

export function Button({
  kind,
  small,
  block,
  busy = false,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ kind, small, block }), busy && styles.busy, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner onFill />}
      {children}
    </button>
  )
}
