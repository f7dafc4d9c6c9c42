import { type Rule, type RuleMatch, type SmartOrder, SmartRules } from '@tonarchiv/contract/playlist-rules'
import { formatTime } from '#format.ts'
import { FIELDS, type RuleField, type RuleOp, valueKindOf } from './rule-wording.ts'

/** A rule in the form. Its values are texts as typed, and may be invalid. */
export interface RuleDraft {
  key: string
  field: RuleField
  op: RuleOp
  value: string
  /** The upper bound, for the operator `between`. */
  to: string
}

export interface GroupDraft {
  key: string
  match: RuleMatch
  rules: readonly RuleDraft[]
}

/** The values of the form for a smart playlist. */
export interface RulesDraft {
  match: RuleMatch
  items: readonly (RuleDraft | GroupDraft)[]
  order: SmartOrder
  /** The limit as typed; empty for no limit. */
  limit: string
  unit: 'tracks' | 'minutes'
}

export function isGroup(item: RuleDraft | GroupDraft): item is GroupDraft {
  return 'rules' in item
}

export function draftOf({ match, rules, order, limit }: SmartRules): RulesDraft {
  return {
    match,
    items: rules.map((rule) =>
      rule.field === 'group'
        ? { key: crypto.randomUUID(), match: rule.match, rules: rule.rules.map(draftOfRule) }
        : draftOfRule(rule),
    ),
    order,
    limit: limit === null ? '' : String(limit.count),
    unit: limit?.unit ?? 'tracks',
  }
}

function draftOfRule(rule: Rule): RuleDraft {
  const { field, op } = rule
  const [value, to] = valuesOf(rule)
  return { key: crypto.randomUUID(), field, op, value, to }
}

function valuesOf(rule: Rule): [value: string, to: string] {
  const shown = (value: number) => (rule.field === 'duration' ? formatTime(value) : String(value))
  if (rule.op === 'never') return ['', '']
  if ('days' in rule) return [String(rule.days), '']
  if ('day' in rule) return [rule.day, '']
  if ('from' in rule) return [shown(rule.from), shown(rule.to)]
  if (typeof rule.value === 'boolean') return [rule.value ? 'yes' : 'no', '']
  return [typeof rule.value === 'number' ? shown(rule.value) : rule.value, '']
}

/** A new rule, which concerns the title until the member changes its field. */
export function newRule(): RuleDraft {
  return { key: crypto.randomUUID(), field: 'title', op: 'contains', value: '', to: '' }
}

export function newGroup(): GroupDraft {
  return { key: crypto.randomUUID(), match: 'any', rules: [newRule()] }
}

/** The rule after its field was changed. The value stays if it is possible for that field. */
export function withField(rule: RuleDraft, field: RuleField): RuleDraft {
  const { ops } = FIELDS[field]
  const op = ops.find(([each]) => each === rule.op)?.[0] ?? ops[0]?.[0] ?? 'is'
  return fitted(rule, { ...rule, field, op })
}

/** The rule after its operator was changed. The value stays if it is possible for that operator. */
export function withOp(rule: RuleDraft, op: RuleOp): RuleDraft {
  return fitted(rule, { ...rule, op })
}

function fitted(before: RuleDraft, after: RuleDraft): RuleDraft {
  const kind = valueKindOf(after)
  if (kind.kind === 'choice') {
    const isKnown = kind.options.some(([value]) => value === after.value)
    return { ...after, value: isKnown ? after.value : (kind.options[0]?.[0] ?? ''), to: '' }
  }
  return kind.kind === valueKindOf(before).kind ? after : { ...after, value: '', to: '' }
}

/** The error texts of a form by the key of the rule. The key `''` stands for the whole form, `limit` for the limit. */
export type Problems = ReadonlyMap<string, string>

/** The rules that a form describes, or its errors. */
export function rulesFrom(
  draft: RulesDraft,
): { rules: SmartRules; problems: undefined } | { rules: undefined; problems: Problems } {
  const { match, items, order, limit, unit } = draft
  const parsed = SmartRules.safeParse({
    match,
    rules: items.map((item) =>
      isGroup(item) ? { field: 'group', match: item.match, rules: item.rules.map(inputOf) } : inputOf(item),
    ),
    order,
    limit: limit.trim() === '' ? null : { unit, count: limit.trim() },
  })
  if (parsed.success) return { rules: parsed.data, problems: undefined }
  const problems = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const key = path[0] === 'limit' ? 'limit' : keyAt(draft, path)
    if (!problems.has(key)) problems.set(key, message)
  }
  return { rules: undefined, problems }
}

function keyAt({ items }: RulesDraft, path: readonly PropertyKey[]): string {
  const [, index, , inner] = path
  const item = typeof index === 'number' ? items[index] : undefined
  if (item === undefined) return ''
  if (!isGroup(item)) return item.key
  return (typeof inner === 'number' ? item.rules[inner]?.key : undefined) ?? item.key
}

/** The rule in the form that the contract parses; whole numbers may be given as digits. */
function inputOf({ field, op, value, to }: RuleDraft): unknown {
  const { kind } = valueKindOf({ field, op })
  const typed = (text: string) => (kind === 'duration' ? secondsOf(text) : text.trim())
  if (op === 'never') return { field, op }
  if (op === 'between') return { field, op, from: typed(value), to: typed(to) }
  if (op === 'within' || op === 'notWithin') return { field, op, days: typed(value) }
  if (op === 'before' || op === 'after') return { field, op, day: value }
  if (field === 'exclusive' || field === 'favorite') return { field, op, value: value === 'yes' }
  return { field, op, value: typed(value) }
}

/**
 * Seconds from `3:30`, `1:03:30`, or minutes such as `3` or `3,5`. Any other text is returned unchanged, so that the
 * contract rejects it.
 */
function secondsOf(text: string): number | string {
  const minutes = /^(\d{1,4})(?:[.,](\d))?$/.exec(text.trim())
  if (minutes) return Number(minutes[1]) * 60 + Number(minutes[2] ?? 0) * 6
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim())
  if (!parts) return text
  return Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3])
}

/** The form after a rule was changed or, with undefined, removed. A group without rules is removed as well. */
export function withRule(draft: RulesDraft, key: string, rule: RuleDraft | undefined): RulesDraft {
  const replaced = <Item extends { key: string }>(item: Item) =>
    item.key === key ? (rule === undefined ? [] : [rule]) : [item]
  return {
    ...draft,
    items: draft.items.flatMap((item): (RuleDraft | GroupDraft)[] => {
      if (!isGroup(item)) return replaced(item)
      if (item.key === key) return []
      const rules = item.rules.flatMap((inner) => replaced(inner))
      return rules.length === 0 ? [] : [{ ...item, rules }]
    }),
  }
}
