import X from 'lucide-react/icons/x'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { description, FieldFrame, type Labelled } from './Field.tsx'
import styles from './TokensField.module.css'

const NONE: readonly string[] = []

interface TokensFieldProps extends Labelled {
  values: readonly string[]
  onChange: (values: string[]) => void
  /** Maximum number of values that the field may have. */
  max: number
  maxLength: number
  placeholder?: string
  disabled?: boolean
  /** Existing values that match the typed text, which the field suggests. */
  suggestions?: readonly string[]
  /** Called when the typed text has changed. */
  onType?: (text: string) => void
  /** Whether a typed text is labelled as new if it is not among the suggestions. */
  marksNew?: boolean
}

/**
 * A field with several short texts, each with a button that removes it. Enter, a comma and leaving the field add the
 * typed text. Backspace in the empty field removes the last text.
 */
export function TokensField({
  label,
  labelHidden,
  hint,
  error,
  values,
  onChange,
  max,
  maxLength,
  placeholder,
  disabled = false,
  suggestions = NONE,
  onType,
  marksNew = false,
}: TokensFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState<number>()
  const options = optionsFor(text.trim(), suggestions, marksNew).filter(
    ({ value }) => !values.includes(value),
  )
  const isOpen = text.trim() !== '' && options.length > 0

  const type = (next: string) => {
    setText(next)
    setActive(undefined)
    onType?.(next.trim())
  }
  const add = (value: string) => {
    const added = value.trim()
    if (added !== '' && !values.includes(added) && values.length < max) onChange([...values, added])
    type('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && isOpen) {
      event.preventDefault()
      setActive(((active ?? (step === 1 ? -1 : 0)) + step + options.length) % options.length)
    } else if (event.key === 'Enter' || event.key === ',') {
      // If no text is typed, Enter submits the form.
      if (event.key === 'Enter' && text.trim() === '') return
      event.preventDefault()
      add(options[active ?? -1]?.value ?? text)
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      event.stopPropagation()
      type('')
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) onChange(values.slice(0, -1))
  }
  const remove = (value: string) => {
    onChange(values.filter((other) => other !== value))
    input.current?.focus()
  }

  return (
    <FieldFrame {...{ id, label, labelHidden, hint, error }} className={styles.field}>
      <div className={styles.tokens}>
        {values.map((value) => (
          <span key={value} className={styles.token}>
            {value}
            <button
              type="button"
              aria-label={`${value} entfernen`}
              disabled={disabled}
              onClick={() => remove(value)}
            >
              <X className="icon" aria-hidden />
            </button>
          </span>
        ))}
        <input
          {...description(id, { hint, error })}
          id={id}
          ref={input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active !== undefined ? `${id}-${active}` : undefined}
          autoComplete="off"
          maxLength={maxLength}
          placeholder={placeholder}
          disabled={disabled}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
        />
      </div>
      {isOpen && <Options {...{ id, label, options, active }} onChoose={add} />}
    </FieldFrame>
  )
}

interface Option {
  value: string
  shown: string
}

interface OptionsProps {
  id: string
  label: string
  options: readonly Option[]
  /** The index of the option that Enter adds; undefined for none. */
  active: number | undefined
  onChoose: (value: string) => void
}

/** The list of suggestions below the field. The field has the focus and handles the keys. */
function Options({ id, label, options, active, onChoose }: OptionsProps) {
  return (
    // The field must keep the focus, so neither select nor datalist can be used.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className={styles.options} id={`${id}-list`} role="listbox" aria-label={label}>
      {options.map(({ value, shown }, index) => (
        <button
          key={value}
          type="button"
          tabIndex={-1}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          aria-selected={index === active}
          className={classNames(styles.option, index === active && styles.active)}
          // Prevents that a press moves the focus from the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {shown}
        </button>
      ))}
    </div>
  )
}

/** The options: the suggestions and, if it is not among them, the typed text itself. */
function optionsFor(text: string, suggestions: readonly string[], marksNew: boolean): Option[] {
  const known = suggestions.map((value) => ({ value, shown: value }))
  const isKnown = suggestions.some((value) => value.toLocaleLowerCase('de') === text.toLocaleLowerCase('de'))
  if (text === '' || isKnown || !marksNew) return known
  return [...known, { value: text, shown: `Neu: ${text}` }]
}
