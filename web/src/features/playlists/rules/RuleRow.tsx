import { RULE_TEXT_MAX } from '@tonarchiv/contract/playlist-rules'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { type RuleDraft, withField, withOp } from './draft-rules.ts'
import { FIELDS, valueKindOf } from './rule-wording.ts'
import styles from './RulesEditor.module.css'

interface RuleRowProps {
  rule: RuleDraft
  /** From 1. */
  number: number
  problem: string | undefined
  onChange: (rule: RuleDraft) => void
  onRemove: () => void
}

/** A row for one rule: its field, an operator that this field supports, and a value. */
export function RuleRow({ rule, number, problem, onChange, onRemove }: RuleRowProps) {
  const id = useId()
  const { kind } = valueKindOf(rule)
  return (
    <li
      className={classNames(styles.rule, (kind === 'text' || kind === 'choice') && styles.wide)}
      aria-label={`Regel ${number}`}
      data-rule={rule.key}
    >
      <SelectField
        label="Feld"
        labelHidden
        fieldClassName={styles.field}
        value={rule.field}
        onChange={({ currentTarget }) => {
          const field = fields.find((each) => each === currentTarget.value)
          if (field) onChange(withField(rule, field))
        }}
      >
        {fields.map((field) => (
          <option key={field} value={field}>
            {FIELDS[field].label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Vergleich"
        labelHidden
        fieldClassName={styles.op}
        value={rule.op}
        onChange={({ currentTarget }) => {
          const chosen = FIELDS[rule.field].ops.find(([op]) => op === currentTarget.value)
          if (chosen) onChange(withOp(rule, chosen[0]))
        }}
      >
        {FIELDS[rule.field].ops.map(([op, label]) => (
          <option key={op} value={op}>
            {label}
          </option>
        ))}
      </SelectField>
      <RuleValue {...{ rule, onChange }} describedBy={problem === undefined ? undefined : `${id}-error`} />
      <IconButton label={`Regel ${number} entfernen`} className={styles.remove} onClick={onRemove}>
        <X className="icon icon-small" aria-hidden />
      </IconButton>
      {problem !== undefined && (
        <div className={styles.problem}>
          <FieldError id={`${id}-error`}>{problem}</FieldError>
        </div>
      )}
    </li>
  )
}

const fields = Object.keys(FIELDS).filter((field): field is RuleDraft['field'] => field in FIELDS)

interface RuleValueProps {
  rule: RuleDraft
  onChange: (rule: RuleDraft) => void
  /** The id of the element with the error. */
  describedBy: string | undefined
}

function RuleValue({ rule, onChange, describedBy }: RuleValueProps) {
  const value = valueKindOf(rule)
  const { label } = FIELDS[rule.field]
  const invalid = describedBy !== undefined && { 'aria-invalid': true, 'aria-describedby': describedBy }
  if (value.kind === 'none') return <span className={styles.value} />
  if (value.kind === 'choice')
    return (
      <SelectField
        label={label}
        labelHidden
        fieldClassName={styles.value}
        value={rule.value}
        onChange={({ currentTarget }) => onChange({ ...rule, value: currentTarget.value })}
      >
        {value.options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </SelectField>
    )
  const isBetween = rule.op === 'between'
  const input = (part: 'value' | 'to', name: string) => (
    <TextField
      label={name}
      labelHidden
      autoComplete="off"
      type={value.kind === 'day' ? 'date' : 'text'}
      {...(value.kind === 'number' && { inputMode: 'numeric', maxLength: 9 })}
      {...(value.kind === 'duration' && { placeholder: 'm:ss', maxLength: 9 })}
      {...(value.kind === 'text' && { maxLength: RULE_TEXT_MAX })}
      fieldClassName={value.kind === 'text' ? styles.text : value.kind === 'day' ? styles.day : styles.number}
      value={rule[part]}
      onChange={({ currentTarget }) => onChange({ ...rule, [part]: currentTarget.value })}
      {...invalid}
    />
  )
  return (
    <span className={styles.value}>
      {input('value', isBetween ? `${label} von` : label)}
      {isBetween && (
        <>
          <Text size="md" tone="muted">
            und
          </Text>
          {input('to', `${label} bis`)}
        </>
      )}
      {value.kind === 'number' && value.unit !== undefined && (
        <Text size="md" tone="muted">
          {value.unit}
        </Text>
      )}
    </span>
  )
}
