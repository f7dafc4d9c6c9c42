import Check from 'lucide-react/icons/check'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useServerNow } from '../parts/use-server-now.ts'
import type { ServerTime } from '../time/server-time.ts'
import { distanceText } from '../time/wording.ts'
import { momentOf } from '../time/zoned-time.ts'
import styles from './PremiereFields.module.css'

/**
 * The values of the form for a premiere: date and time as typed, whether the cover is hidden until then, and whether the
 * premiere is announced in the chat room.
 */
export interface PremiereValues {
  date: string
  time: string
  opensAt: string | undefined
  isCovered: boolean
  isAnnounced: boolean
}

interface PremiereDateFieldsProps<Values extends PremiereValues> {
  values: Values
  onChange: (values: Values) => void
  timeZone: string
  time: ServerTime
  error: string | undefined
  disabled: boolean
  /** Whether the premiere was announced before, which cannot be taken back. */
  wasAnnounced?: boolean
}

/**
 * The fields for the date, the time, the cover and the announcement of a premiere. Date and time are in the time zone `timeZone`. The
 * server's clock decides whether they are in the past.
 */
export function PremiereDateFields<Values extends PremiereValues>({
  values,
  onChange,
  timeZone,
  time: serverTime,
  error,
  disabled,
  wasAnnounced = false,
}: PremiereDateFieldsProps<Values>) {
  const { date, time, opensAt, isCovered, isAnnounced } = values
  const now = useServerNow(serverTime)
  const isPast = opensAt !== undefined && Date.parse(opensAt) <= now
  const shown = error ?? (isPast ? 'Dieser Zeitpunkt ist schon vorbei.' : undefined)
  const change = (changed: Partial<Pick<PremiereValues, 'date' | 'time'>>) => {
    const wall = { date, time, ...changed }
    onChange({ ...values, ...wall, opensAt: momentOf(wall, timeZone) })
  }
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <TextField
          label="Datum"
          name="premiereDate"
          type="date"
          required
          disabled={disabled}
          value={date}
          aria-invalid={shown !== undefined}
          onChange={({ currentTarget: { value } }) => change({ date: value })}
        />
        <TextField
          label="Uhrzeit"
          name="premiereTime"
          type="time"
          required
          disabled={disabled}
          value={time}
          aria-invalid={shown !== undefined}
          onChange={({ currentTarget: { value } }) => change({ time: value })}
        />
      </div>
      {shown === undefined ? (
        <Text as="p" size="sm" tone="muted">
          {opensAt !== undefined && `${distanceText(opensAt, now)}. `}
          {`Es gilt die Uhr des Servers (${timeZone}).`}
        </Text>
      ) : (
        <FieldError>{shown}</FieldError>
      )}
      <Switch
        checked={isCovered}
        disabled={disabled}
        onChange={(checked) => onChange({ ...values, isCovered: checked })}
      >
        Cover bis dahin verhüllen
      </Switch>
      {wasAnnounced ? (
        <Text as="p" size="sm" tone="muted" className={styles.announced}>
          <Check className="icon" aria-hidden />
          Im Chat Room angekündigt
        </Text>
      ) : (
        <Switch
          checked={isAnnounced}
          disabled={disabled}
          onChange={(checked) => onChange({ ...values, isAnnounced: checked })}
        >
          Im Chat Room ankündigen
        </Switch>
      )}
    </div>
  )
}
