import { useId, type ComponentProps } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { description, FieldFrame, type Below, type Labelled } from './Field.tsx'
import fields from './Field.module.css'
import styles from './TextAreaField.module.css'

type TextAreaFieldProps = ComponentProps<'textarea'> & Labelled & Below

/** A field for text with several lines. */
export function TextAreaField({
  label,
  labelHidden,
  hint,
  below,
  error,
  className,
  ...area
}: TextAreaFieldProps) {
  const ownId = useId()
  const id = area.id ?? ownId
  return (
    <FieldFrame {...{ id, label, labelHidden, hint, below, error }}>
      <textarea
        {...area}
        {...description(id, { hint, error })}
        id={id}
        className={classNames(fields.input, styles.area, className)}
      />
    </FieldFrame>
  )
}
