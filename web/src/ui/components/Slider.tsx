import type { CSSProperties, KeyboardEvent } from 'react'
import { classNames } from '../dom/class-names.ts'
import { keyboardValue } from '../dom/slider-keys.ts'
import styles from './Slider.module.css'

interface SliderProps {
  label: string
  value: number
  min?: number
  max: number
  step: number
  /** What an arrow key adds or takes. */
  keyStep: number
  /** The value in words: „1:24 von 3:42“. */
  valueText: string
  /** How far the sound is already here, in the same unit as the value. */
  buffered?: number
  /** Copper instead of the colour of the text. */
  accent?: boolean
  disabled?: boolean
  className?: string | undefined
  /** Every value on the way, while dragging. */
  onChange: (value: number) => void
  /** The value at the end of a drag or a key press. */
  onCommit?: (value: number) => void
}

const share = (value: number, min: number, max: number) =>
  `${max > min ? Math.min(Math.max(((value - min) / (max - min)) * 100, 0), 100) : 0}%`

/** A native range input in our look: arrows move by `keyStep`, Page keys by a tenth. */
export function Slider({
  label,
  value,
  min = 0,
  max,
  step,
  keyStep,
  valueText,
  buffered,
  accent = false,
  disabled = false,
  className,
  onChange,
  onCommit,
}: SliderProps) {
  const style: CSSProperties & Record<'--v' | '--b', string> = {
    '--v': share(value, min, max),
    '--b': share(buffered ?? min, min, max),
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = keyboardValue(event.key, { value, min, max, keyStep })
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
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      onKeyDown={pressed}
      onPointerUp={(event) => onCommit?.(event.currentTarget.valueAsNumber)}
    />
  )
}
