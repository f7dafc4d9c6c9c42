import { useId, type ComponentProps } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { description, FieldFrame, type Labelled } from './Field.tsx'
import fields from './Field.module.css'
import styles from './SelectField.module.css'

type SelectFieldProps = ComponentProps<'select'> & Labelled & { fieldClassName?: string }

/** A native select in our design; its options are its children. */
export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  className,
  fieldClassName,
  ...select
}: SelectFieldProps) {
  const ownId = useId()
  const id = select.id ?? ownId
  return (
    <FieldFrame {...{ id, label, labelHidden, hint, error }} className={fieldClassName}>
      <select
        {...select}
        {...description(id, { hint, error })}
        id={id}
        className={classNames(fields.input, styles.select, className)}
      />
    </FieldFrame>
  )
}
