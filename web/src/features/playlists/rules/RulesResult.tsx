import {
  type MatchingTrack,
  type SmartOrder,
  SmartOrder as ORDERS,
  type SmartRules,
} from '@tonarchiv/contract/playlist-rules'
import { shownTitle } from '@tonarchiv/contract/catalog'
import { textOf } from '#client/api-error.ts'
import { imageUrl } from '#client/media.ts'
import { formatNumber, formatRunningTime, formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import type { Problems, RulesDraft } from './draft-rules.ts'
import { ORDER_LABELS } from './rule-wording.ts'
import styles from './RulesEditor.module.css'
import { usePreview } from './use-preview.ts'

interface RulesResultProps {
  draft: RulesDraft
  /** The rules; undefined while the form is incomplete or invalid. */
  rules: SmartRules | undefined
  problems: Problems | undefined
  onChange: (draft: RulesDraft) => void
}

/**
 * Shows how many tracks match the rules and which are the first. Contains the fields for order and limit of the
 * playlist.
 */
export function RulesResult({ draft, rules, problems, onChange }: RulesResultProps) {
  return (
    <section className={styles.side} aria-label="Ergebnis">
      <Matches rules={rules} />
      <div className={styles.limits}>
        <SelectField
          label="Reihenfolge"
          value={draft.order}
          onChange={({ currentTarget }) => {
            const order = ORDERS.options.find((each) => each === currentTarget.value)
            if (order) onChange({ ...draft, order })
          }}
        >
          {ORDERS.options.map((order) => (
            <option key={order} value={order}>
              {ORDER_LABELS[order]}
            </option>
          ))}
        </SelectField>
        <div className={styles.limit}>
          <TextField
            label="Höchstens"
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            placeholder="alle"
            value={draft.limit}
            error={problems?.get('limit')}
            onChange={({ currentTarget }) => onChange({ ...draft, limit: currentTarget.value })}
          />
          <SelectField
            label="Einheit"
            labelHidden
            value={draft.unit}
            onChange={({ currentTarget }) =>
              onChange({ ...draft, unit: currentTarget.value === 'minutes' ? 'minutes' : 'tracks' })
            }
          >
            <option value="tracks">Titel</option>
            <option value="minutes">Minuten</option>
          </SelectField>
        </div>
      </div>
    </section>
  )
}

function Matches({ rules }: { rules: SmartRules | undefined }) {
  const { shown: data, error, isBehind } = usePreview(rules)
  if (data === undefined)
    return error ? (
      <FieldError>{textOf(error, 'Die Titel konnten nicht gezählt werden.')}</FieldError>
    ) : (
      <div className={styles.count} />
    )
  return (
    <>
      <p className={classNames(styles.count, isBehind && styles.behind)} aria-live="polite" aria-atomic>
        <b>{formatNumber(data.count)}</b>
        <span>{data.count === 1 ? 'Titel trifft zu' : 'Titel treffen zu'}</span>
        <Text tone="muted">
          {data.count > 0 && `${formatRunningTime(data.duration)} · `}aus {formatNumber(data.total)}
        </Text>
      </p>
      {error && <FieldError>{textOf(error, 'Die Titel konnten nicht gezählt werden.')}</FieldError>}
      <ul className={styles.first} aria-label="Die ersten Titel">
        {data.first.map((track) => (
          <li key={track.id}>
            <Cover src={imageUrl(track.coverUrl)} size={28} alt="" />
            <Text size="md" truncate>
              {shownTitle(track.title)}
            </Text>
            <span className={styles.leader} aria-hidden />
            <Text size="md" tone="muted">
              {valueOf(track, rules?.order)}
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The value that is displayed for a track: the number of plays if the order depends on it, otherwise the duration. */
function valueOf({ ownPlays, duration }: MatchingTrack, order: SmartOrder | undefined): string {
  return order === 'ownPlaysMost' || order === 'ownPlaysLeast'
    ? `${formatNumber(ownPlays)}×`
    : formatTime(duration)
}
