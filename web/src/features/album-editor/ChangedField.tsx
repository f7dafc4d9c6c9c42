import type { ReactNode } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import type { FieldId } from './album-edit.ts'
import type { AlbumForm } from './use-album-edit.ts'
import { withField } from './album-edit.ts'
import styles from './AlbumEditor.module.css'

interface ChangedFieldProps {
  form: AlbumForm
  field: FieldId
  /** Shown below the control instead of the stored value. */
  note?: ReactNode
  /** The control. A function receives the stored value, to render it between the control and its hint. */
  children: ReactNode | ((former: ReactNode) => ReactNode)
}

/** A form field. While its value differs from the stored one, the field is highlighted and can be reset. */
export function ChangedField({ form, field, note, children }: ChangedFieldProps) {
  const change = form.changes.find((one) => one.field === field)
  const former = change && (
    <p className={styles.before}>
      {note ?? (
        <>
          <span>Vorher:</span>{' '}
          {change.before === '' ? <span>leer</span> : <del>{shortened(change.before)}</del>}
        </>
      )}{' '}
      <button
        type="button"
        aria-label={`${change.label} zurücksetzen`}
        disabled={form.isSaving}
        onClick={({ currentTarget }) => {
          // Resetting removes the pressed button, so the focus moves to the control.
          const wrapper = currentTarget.closest<HTMLElement>('[data-field]')
          wrapper?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
          form.setEdit((edit) => withField(edit, field, form.base))
        }}
      >
        Zurücksetzen
      </button>
    </p>
  )
  return (
    <div data-field className={classNames(styles.field, change && styles.changed)}>
      {typeof children === 'function' ? (
        children(former)
      ) : (
        <>
          {children}
          {former}
        </>
      )}
    </div>
  )
}

const SHOWN = 120

/** Shortens texts that are longer than `SHOWN` characters. */
export function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
