import { ACCESS_KEY_LENGTH } from '@tonarchiv/contract/access-keys'
import { Fragment, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { editKey, keyCells } from './key-format.ts'
import styles from './KeyTag.module.css'

type KeyTagProps = Pick<ComponentProps<'input'>, 'id' | 'disabled' | 'aria-describedby'> & {
  value: string
  wrong: boolean
  onChange: (key: string) => void
}

/** The input for a key, drawn like the key tag of a hotel. */
export function KeyTag({ value, wrong, onChange, ...input }: KeyTagProps) {
  const ref = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)

  // Setting a formatted value moves the caret to the end; this moves the caret back.
  useLayoutEffect(() => {
    if (caret.current !== undefined) ref.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  return (
    <div className={classNames(styles.tag, wrong && styles.wrong)}>
      <span className={styles.hole} aria-hidden />
      <div className={styles.cells} aria-hidden>
        {keyCells(value).map((group, groupIndex) => (
          // oxlint-disable-next-line react/no-array-index-key -- fixed positions
          <Fragment key={groupIndex}>
            {groupIndex > 0 && <span className={styles.hyphen}>–</span>}
            {group.map(({ text, isNext }, cellIndex) => (
              <span
                // oxlint-disable-next-line react/no-array-index-key -- fixed positions
                key={cellIndex}
                className={classNames(styles.cell, text !== '' && styles.filled, isNext && styles.next)}
              >
                {text}
              </span>
            ))}
          </Fragment>
        ))}
      </div>
      <input
        {...input}
        ref={ref}
        className={styles.input}
        value={value}
        maxLength={ACCESS_KEY_LENGTH + 8}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XX-XXXX-XXXX"
        data-autofocus
        aria-invalid={wrong || undefined}
        onChange={({ currentTarget }) => {
          const edited = editKey(
            currentTarget.value,
            currentTarget.selectionStart ?? currentTarget.value.length,
          )
          caret.current = edited.caret
          onChange(edited.key)
        }}
      />
    </div>
  )
}
