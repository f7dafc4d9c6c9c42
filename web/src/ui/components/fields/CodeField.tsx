import { useId, type ReactNode, type Ref } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './CodeField.module.css'
import { description, FieldFrame } from './Field.tsx'

const LENGTH = 6
const CELLS = Array.from({ length: LENGTH }, (_, index) => index)

interface CodeFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
  disabled?: boolean
  value: string
  /** Called with the digits that were typed, pasted or filled in; everything else is dropped. */
  onChange: (digits: string) => void
  /** Called when the sixth digit was entered. */
  onComplete: (digits: string) => void
  'data-autofocus'?: true
}

/** A field for a code of six digits: one input that lies over six drawn cells. */
export function CodeField({ label, hint, error, value, onChange, onComplete, ...input }: CodeFieldProps) {
  const id = useId()
  const change = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, LENGTH)
    onChange(digits)
    if (digits.length === LENGTH && digits !== value) onComplete(digits)
  }
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <div className={styles.code}>
        <div className={styles.cells} aria-hidden>
          {CELLS.map((index) => (
            <span
              key={index}
              className={classNames(
                styles.cell,
                index < value.length && styles.filled,
                index === value.length && styles.current,
              )}
            >
              {value[index]}
            </span>
          ))}
        </div>
        <input
          {...description(id, { hint, error })}
          {...input}
          id={id}
          className={styles.input}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      </div>
      <span className="sr" role="alert">
        {error}
      </span>
    </FieldFrame>
  )
}
