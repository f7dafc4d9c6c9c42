import { type RuleMatch, RULES_MAX } from '@tonarchiv/contract/playlist-rules'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import {
  isGroup,
  newGroup,
  newRule,
  type GroupDraft,
  type Problems,
  type RuleDraft,
  type RulesDraft,
  withRule,
} from './draft-rules.ts'
import { RuleRow } from './RuleRow.tsx'
import styles from './RulesEditor.module.css'

interface RuleListProps {
  draft: RulesDraft
  problems: Problems | undefined
  onChange: (draft: RulesDraft) => void
  /** Called after a rule was added; that rule then gets the focus. */
  onAdded: (key: string) => void
  /** Called after a rule was removed; the focus then moves to the rule that takes its position. */
  onRemoved: (key: string) => void
}

/** The list of all rules and groups of rules, with buttons that add more of them. */
export function RuleList(props: RuleListProps) {
  const { draft, problems, onChange, onAdded } = props
  const { items } = draft
  const count = items.flatMap((item) => (isGroup(item) ? item.rules : [item])).length
  const numbers = numbersOf(draft)
  const add = (item: RuleDraft | GroupDraft) => {
    onChange({ ...draft, items: [...items, item] })
    onAdded(isGroup(item) ? (item.rules[0]?.key ?? '') : item.key)
  }
  return (
    <>
      <ol className={styles.rules}>
        {items.map((item) =>
          isGroup(item) ? (
            <Group key={item.key} {...props} group={item} numbers={numbers} isFull={count >= RULES_MAX} />
          ) : (
            <RuleOf key={item.key} {...props} rule={item} numbers={numbers} />
          ),
        )}
      </ol>
      {problems?.get('') !== undefined && <FieldError>{problems.get('')}</FieldError>}
      <div className={styles.add}>
        <Button small data-add-rule disabled={count >= RULES_MAX} onClick={() => add(newRule())}>
          <Plus className="icon icon-small" aria-hidden />
          Regel
        </Button>
        <Button
          small
          kind="ghost"
          disabled={count >= RULES_MAX || items.some(isGroup)}
          onClick={() => add(newGroup())}
        >
          <Plus className="icon icon-small" aria-hidden />
          Gruppe
        </Button>
      </div>
    </>
  )
}

/** The number that is displayed for each rule. Rules in groups are counted as well. */
function numbersOf({ items }: RulesDraft): ReadonlyMap<string, number> {
  const rules = items.flatMap((item) => (isGroup(item) ? item.rules : [item]))
  return new Map(rules.map(({ key }, index) => [key, index + 1]))
}

interface RuleOfProps extends RuleListProps {
  rule: RuleDraft
  numbers: ReadonlyMap<string, number>
}

function RuleOf({ rule, numbers, draft, problems, onChange, onRemoved }: RuleOfProps) {
  return (
    <RuleRow
      rule={rule}
      number={numbers.get(rule.key) ?? 0}
      problem={problems?.get(rule.key)}
      onChange={(changed) => onChange(withRule(draft, rule.key, changed))}
      onRemove={() => {
        onRemoved(rule.key)
        onChange(withRule(draft, rule.key, undefined))
      }}
    />
  )
}

interface GroupProps extends RuleListProps {
  group: GroupDraft
  numbers: ReadonlyMap<string, number>
  isFull: boolean
}

function Group({ group, isFull, ...props }: GroupProps) {
  const { draft, problems, numbers, onChange, onAdded, onRemoved } = props
  const change = (changed: GroupDraft) =>
    onChange({ ...draft, items: draft.items.map((item) => (item.key === group.key ? changed : item)) })
  const add = () => {
    const rule = newRule()
    change({ ...group, rules: [...group.rules, rule] })
    onAdded(rule.key)
  }
  return (
    <li className={styles.group} aria-label="Gruppe">
      <div className={styles.mode}>
        <span>{draft.match === 'all' ? 'und' : 'oder'}</span>
        <MatchField
          label="Verknüpfung der Gruppe"
          labelHidden
          value={group.match}
          onValue={(match) => change({ ...group, match })}
        />
        <span>davon:</span>
        <IconButton
          label="Gruppe entfernen"
          className={styles.remove}
          onClick={() => {
            onRemoved(group.rules[0]?.key ?? '')
            onChange(withRule(draft, group.key, undefined))
          }}
        >
          <X className="icon icon-small" aria-hidden />
        </IconButton>
      </div>
      <ol className={styles.rules}>
        {group.rules.map((rule) => (
          <RuleOf key={rule.key} {...props} rule={rule} numbers={numbers} />
        ))}
      </ol>
      {problems?.get(group.key) !== undefined && <FieldError>{problems.get(group.key)}</FieldError>}
      <Button small kind="ghost" disabled={isFull} onClick={add}>
        <Plus className="icon icon-small" aria-hidden />
        Regel in der Gruppe
      </Button>
    </li>
  )
}

interface MatchFieldProps {
  label: string
  labelHidden?: boolean
  value: RuleMatch
  onValue: (match: RuleMatch) => void
}

/** A select field for whether all rules („alle“) or one of them („eine“) must match. */
export function MatchField({ value, onValue, ...labels }: MatchFieldProps) {
  return (
    <SelectField
      {...labels}
      fieldClassName={styles.match}
      value={value}
      onChange={({ currentTarget }) => onValue(currentTarget.value === 'any' ? 'any' : 'all')}
    >
      <option value="all">alle</option>
      <option value="any">eine</option>
    </SelectField>
  )
}
