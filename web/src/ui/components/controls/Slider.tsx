import type { CSSProperties, KeyboardEvent } from 'react'
import { classNames } from '../../dom/class-names.ts'
import { keyboardValue } from '../../keys/slider-keys.ts'
import styles from './Slider.module.css'

interface SliderProps {
  label: string
  value: number
  /**
   * Returns the current value when a key is pressed; needed if the value changes more often than the slider renders.
   */
  valueNow?: () => number
  min?: number
  max: number
  step: number
  /** By how much an arrow key changes the value. */
  keyStep: number
  /** The value as text for screen readers, for example „1:24 von 3:42“. */
  valueText: string
  /** The end of the buffered part, in the unit of the value. */
  buffered?: number
  /** Whether the slider has the accent colour instead of the text colour. */
  accent?: boolean
  disabled?: boolean
  /** Whether the slider has the focus when the dialog around it opens. */
  hasInitialFocus?: boolean
  className?: string | undefined
  /** Called with each value while the slider is dragged. */
  onChange: (value: number) => void
  /** Called with the final value, when a drag ends or after a key press. */
  onCommit?: (value: number) => void
}

const share = (value: number, min: number, max: number) =>
  `${max > min ? Math.min(Math.max(((value - min) / (max - min)) * 100, 0), 100) : 0}%`

/**
 * A native range input with our styles. Arrow keys change the value by `keyStep`, Page Up and Page Down by a tenth of
 * the range.
 */
export function Slider({
  label,
  value,
  valueNow,
  min = 0,
  max,
  step,
  keyStep,
  valueText,
  buffered,
  accent = false,
  disabled = false,
  hasInitialFocus = false,
  className,
  onChange,
  onCommit,
}: SliderProps) {
  const style: CSSProperties & Record<'--v' | '--b', string> = {
    '--v': share(value, min, max),
    '--b': share(buffered ?? min, min, max),
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = keyboardValue(event.key, { value: valueNow?.() ?? value, min, max, keyStep })
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
    onCommit?.(next)
  }
  return (
    <input
      type="range"
      className={classNames(styles.slider, accent && styles.accent, className)}
      style={style}
      aria-label={label}
      aria-valuetext={valueText}
      {...{ value, min, max, step, disabled }}
      data-autofocus={hasInitialFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      onKeyDown={pressed}
      onPointerUp={(event) => onCommit?.(event.currentTarget.valueAsNumber)}
    />
  )
}
