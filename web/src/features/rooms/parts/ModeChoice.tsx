import type { ChosenMode } from '@tonarchiv/contract/rooms'
import { useId } from 'react'
import styles from './ModeChoice.module.css'
import { MODES } from './wording.ts'

const ORDER: readonly ChosenMode[] = ['host', 'all', 'vote']

interface ModeChoiceProps {
  mode: ChosenMode
  onChange: (mode: ChosenMode) => void
}

/** The choice of the mode of a room, which determines who controls the room. */
export function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  const id = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>Wer bestimmt, was läuft?</legend>
      {ORDER.map((each) => (
        <label key={each} className={styles.mode}>
          <input
            type="radio"
            name={id}
            checked={each === mode}
            aria-describedby={`${id}-${each}`}
            onChange={() => onChange(each)}
          />
          <span>{MODES[each].name}</span>
          <span className={styles.meaning} id={`${id}-${each}`} aria-hidden>
            {MODES[each].meaning}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
