import { useEffect, useRef, type KeyboardEvent } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { Surface } from '../base/Surface.tsx'
import { rovingIndex } from '../../keys/roving-keys.ts'
import styles from './ToggleGroup.module.css'

interface ToggleGroupProps<T> {
  label: string
  /** The value of the pressed button; undefined while none is pressed. */
  value: T | undefined
  options: readonly { value: T; label: string }[]
  /** Whether the buttons share the width of a narrow screen, instead of scrolling. */
  shared?: boolean
  /** Whether a dialog that opens moves the focus here. */
  hasInitialFocus?: boolean
  onChange: (value: T) => void
}

/**
 * A row of buttons, at most one of which is pressed. Arrow keys move the focus. On narrow screens the row scrolls
 * horizontally, and the pressed button is scrolled into view.
 */
export function ToggleGroup<T extends string>({
  label,
  value,
  options,
  shared = false,
  hasInitialFocus = false,
  onChange,
}: ToggleGroupProps<T>) {
  const group = useRef<HTMLDivElement>(null)
  const pressedIndex = options.findIndex((option) => option.value === value)

  useEffect(() => {
    const row = group.current
    const pressed = row?.querySelectorAll('button')[pressedIndex]
    if (!row || !pressed) return undefined
    // The observer also calls this once at the beginning, after the browser has computed the layout.
    const observer = new ResizeObserver(() => {
      row.scrollLeft = pressed.offsetLeft - (row.clientWidth - pressed.offsetWidth) / 2
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [pressedIndex])

  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = rovingIndex(event.key, index, options.length)
    if (next === undefined) return
    event.preventDefault()
    group.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className={styles.scroller} ref={group}>
      <Surface
        as="fieldset"
        kind="inset"
        className={classNames(styles.group, shared && styles.shared)}
        aria-label={label}
      >
        {options.map((option, index) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            data-autofocus={(hasInitialFocus && index === Math.max(0, pressedIndex)) || undefined}
            tabIndex={index === Math.max(0, pressedIndex) ? 0 : -1}
            onClick={() => onChange(option.value)}
            onKeyDown={(event) => move(event, index)}
          >
            {option.label}
          </button>
        ))}
      </Surface>
    </div>
  )
}
