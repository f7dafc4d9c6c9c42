import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Field.module.css'

export interface Labelled {
  label: string
  /** Whether the label is visually hidden, so that only screen readers announce it. */
  labelHidden?: boolean
  hint?: ReactNode
  /** German error text; undefined for none. With an error, the control is marked as invalid and refers to the text. */
  error?: string | undefined
}

export interface Below {
  /** Content between the control and its hint. */
  below?: ReactNode
}

interface FrameProps extends Labelled, Below {
  id: string
  className?: string | undefined
  children: ReactNode
}

/** The error text below a control. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <CircleAlert className="icon" aria-hidden />
      {children}
    </p>
  )
}

/** The label above a control, and the hint or error below it; used by all kinds of fields. */
export function FieldFrame({
  id,
  label,
  labelHidden = false,
  hint,
  below,
  error,
  className,
  children,
}: FrameProps) {
  return (
    <div className={classNames(styles.field, className)}>
      <label className={labelHidden ? 'sr' : styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {below}
      {error === undefined ? (
        hint !== undefined && (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )
      ) : (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      )}
    </div>
  )
}

/** The ARIA attributes that connect a control to its hint or error. */
export function description(id: string, { hint, error }: Pick<Labelled, 'hint' | 'error'>) {
  const describedBy = error === undefined ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-error`
  return { 'aria-describedby': describedBy, 'aria-invalid': error === undefined ? undefined : true }
}

export type TextFieldProps = ComponentProps<'input'> &
  Labelled &
  Below & {
    /** An icon inside the field, at its start. */
    icon?: ReactNode
    /** An icon button inside the field, at its end. */
    action?: ReactNode
    fieldClassName?: string
  }

export function TextField({
  label,
  labelHidden,
  hint,
  below,
  error,
  icon,
  action,
  className,
  fieldClassName,
  ...input
}: TextFieldProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  return (
    <FieldFrame {...{ id, label, labelHidden, hint, below, error }} className={fieldClassName}>
      <div className={styles.wrap}>
        {icon}
        <input
          {...description(id, { hint, error })}
          {...input}
          id={id}
          className={classNames(
            styles.input,
            icon !== undefined && styles['with-icon'],
            action !== undefined && styles['with-action'],
            className,
          )}
        />
        {action !== undefined && <span className={styles.action}>{action}</span>}
      </div>
    </FieldFrame>
  )
}
