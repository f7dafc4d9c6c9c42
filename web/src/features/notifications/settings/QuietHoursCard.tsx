import type { QuietHours } from '@tonarchiv/contract/notification-settings'
import { useId, useState } from 'react'
import { SettingsCard } from '#features/settings/index.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { useChangeSettings } from '../state/api.ts'
import { useNow } from '../state/use-now.ts'
import styles from './QuietHoursCard.module.css'
import { bandsOf, minuteIn, minuteText } from './quiet-text.ts'

const DAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']
const WRONG_TIME = 'Bitte gib eine Uhrzeit an, zum Beispiel 22:30'

/** The quiet hours, in which nothing is sent, by the clock of this device. A change is saved at once. */
export function QuietHoursCard({ quiet }: { quiet: QuietHours }) {
  const change = useChangeSettings()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const set = (part: Partial<QuietHours>) => {
    const next = { ...quiet, ...part }
    change.mutate({
      change: { quiet: next, timeZone },
      show: (before) => ({ ...before, quiet: next, timeZone }),
    })
  }
  return (
    <SettingsCard
      title="Ruhezeiten"
      hint="Kein Push, kein Ton, keine Mail. Im Posteingang steht es trotzdem."
      aside={
        <Switch checked={quiet.isOn} onChange={(isOn) => set({ isOn })}>
          <span className="sr">Ruhezeiten</span>
        </Switch>
      }
    >
      <Day quiet={quiet} />
      <div className={styles.row}>
        <TimeField label="Von" minute={quiet.fromMinute} onChange={(fromMinute) => set({ fromMinute })} />
        <TimeField label="Bis" minute={quiet.untilMinute} onChange={(untilMinute) => set({ untilMinute })} />
        <Days days={quiet.days} onChange={(days) => set({ days })} />
      </div>
    </SettingsCard>
  )
}

/** A picture of the day with its quiet hours and the current time. The fields below contain the times. */
function Day({ quiet: { isOn, fromMinute, untilMinute } }: { quiet: QuietHours }) {
  const now = new Date(useNow())
  const minute = now.getHours() * 60 + now.getMinutes()
  const label = isOn ? `Ruhe von ${minuteText(fromMinute)} bis ${minuteText(untilMinute)}` : 'Keine Ruhezeit'
  return (
    <>
      <span className="sr">{label}</span>
      <div className={styles.day} aria-hidden>
        {isOn &&
          bandsOf(fromMinute, untilMinute).map(({ left, width }) => (
            <span key={left} className={styles.band} style={{ left: `${left}%`, width: `${width}%` }} />
          ))}
        <span className={styles.now} style={{ left: `${(minute / 1440) * 100}%` }}>
          <b>{minuteText(minute)}</b>
        </span>
      </div>
      <p className={styles.scale} aria-hidden>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </p>
    </>
  )
}

interface TimeFieldProps {
  label: string
  minute: number
  onChange: (minute: number) => void
}

/**
 * A time of the day. It is saved when the field is left or Enter is pressed. Text that is not a time stays in the
 * field, with an error.
 */
function TimeField({ label, minute, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const save = () => {
    if (typed === undefined) return
    const given = minuteIn(typed)
    setError(given === undefined ? WRONG_TIME : undefined)
    if (given === undefined) return
    setTyped(undefined)
    if (given !== minute) onChange(given)
  }
  return (
    <TextField
      label={label}
      fieldClassName={styles.time}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? minuteText(minute)}
      error={error}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save()
      }}
    />
  )
}

function Days({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const id = useId()
  return (
    <div className={styles.days}>
      <span id={id}>An diesen Tagen</span>
      <Surface as="fieldset" kind="inset" aria-labelledby={id}>
        {DAYS.map((name, index) => {
          const day = index + 1
          const isOn = days.includes(day)
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isOn}
              onClick={() =>
                onChange(isOn ? days.filter((each) => each !== day) : [...days, day].sort((a, b) => a - b))
              }
            >
              <span aria-hidden>{name.slice(0, 2)}</span>
              <span className="sr">{name}</span>
            </button>
          )
        })}
      </Surface>
    </div>
  )
}
