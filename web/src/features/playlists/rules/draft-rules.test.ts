import { ruleTooDeep, type SmartRules, SmartRules as Rules } from '@tonarchiv/contract/playlist-rules'
import { expect, test } from 'vitest'
import { draftOf, isGroup, newGroup, newRule, rulesFrom, withField, withOp, withRule } from './draft-rules.ts'
import { FIELDS } from './rule-wording.ts'

const rules: SmartRules = {
  match: 'all',
  rules: [
    { field: 'type', op: 'isNot', value: 'unreleased' },
    { field: 'ownPlays', op: 'less', value: 3 },
    { field: 'lastPlayed', op: 'notWithin', days: 90 },
    { field: 'lastPlayed', op: 'never' },
    { field: 'added', op: 'after', day: '2026-01-31' },
    { field: 'duration', op: 'between', from: 61, to: 3723 },
    {
      field: 'group',
      match: 'any',
      rules: [
        { field: 'favorite', op: 'is', value: true },
        { field: 'exclusive', op: 'is', value: false },
        { field: 'title', op: 'contains', value: 'nacht' },
      ],
    },
  ],
  order: 'ownPlaysLeast',
  limit: { unit: 'minutes', count: 90 },
}

test('the form of rules gives the same rules', () => {
  expect(rulesFrom(draftOf(rules)).rules).toEqual(rules)
  expect(rulesFrom(draftOf({ ...rules, limit: null })).rules).toEqual({ ...rules, limit: null })
})

test('a duration is minutes and seconds, or minutes', () => {
  const typed = (value: string) => {
    const rule = { ...newRule(), field: 'duration', op: 'more', value } as const
    const { rules: found } = rulesFrom({ ...draftOf(rules), items: [rule] })
    return found?.rules[0]
  }
  for (const [text, value] of [
    ['3:30', 210],
    ['3', 180],
    ['3,5', 210],
    ['1:03:30', 3810],
    [' 0:05 ', 5],
  ] as const)
    expect(typed(text)).toEqual({ field: 'duration', op: 'more', value })
  for (const text of ['', 'drei', '3:75', '-1', '99:00:00']) expect(typed(text)).toBeUndefined()
})

test('each problem belongs to its rule, the others to the form', () => {
  const group = newGroup()
  const [inner] = group.rules
  const year = { ...newRule(), field: 'year', op: 'between', value: '2018', to: '2014' } as const
  const { problems } = rulesFrom({ ...draftOf(rules), items: [newRule(), year, group], limit: '0' })
  expect(problems?.get(year.key)).toBe('Der erste Wert darf nicht größer sein')
  expect(problems?.get(inner?.key ?? '')).toBe('Bitte gib einen Text ein')
  expect(problems?.get('limit')).toBe('Bitte gib eine ganze Zahl von 1 bis 100000 an')
  expect(problems?.size).toBe(4)
  expect(rulesFrom({ ...draftOf(rules), items: [] }).problems?.get('')).toBe(
    'Bitte gib mindestens eine Regel an',
  )
})

test('another field or comparison keeps a value that fits there too', () => {
  const title = { ...newRule(), op: 'startsWith', value: 'Nacht' } as const
  expect(withField(title, 'album')).toMatchObject({ field: 'album', op: 'startsWith', value: 'Nacht' })
  expect(withField(title, 'year')).toMatchObject({ field: 'year', op: 'is', value: '' })
  expect(withField(title, 'favorite')).toMatchObject({ op: 'is', value: 'yes' })
  const days = { ...newRule(), field: 'added', op: 'within', value: '30' } as const
  expect(withOp(days, 'notWithin')).toMatchObject({ op: 'notWithin', value: '30' })
  expect(withOp(days, 'before')).toMatchObject({ op: 'before', value: '' })
})

test('a group goes with its last rule', () => {
  const group = newGroup()
  const draft = { ...draftOf(rules), items: [newRule(), group] }
  expect(withRule(draft, group.rules[0]?.key ?? '', undefined).items.some(isGroup)).toBe(false)
  expect(withRule(draft, group.key, undefined).items).toHaveLength(1)
})

test('every field and comparison of the form exists in the contract', () => {
  const samples: Record<string, string> = { year: '2000', added: '3', lastPlayed: '3', duration: '3:00' }
  for (const [field, { ops, value }] of Object.entries(FIELDS))
    for (const [op] of ops) {
      const isDay = op === 'before' || op === 'after'
      const sample = isDay
        ? '2026-01-31'
        : value.kind === 'choice'
          ? (value.options.at(-1)?.[0] ?? '')
          : (samples[field] ?? '1')
      const rule = { ...newRule(), field: fieldOf(field), op, value: sample, to: sample }
      expect(rulesFrom({ ...draftOf(rules), items: [rule] }).problems).toBeUndefined()
    }
  // The form does not allow a group within a group, so this tests the schema of the contract directly.
  const nested = { field: 'group', match: 'any', rules: [{ field: 'group', match: 'any', rules: [] }] }
  const { error } = Rules.safeParse({ ...rules, rules: [nested] })
  expect(error?.issues[0]?.message).toBe(ruleTooDeep)
})

function fieldOf(name: string) {
  const rule = withField(newRule(), 'title')
  for (const field of ['title', 'artist', 'album', 'type', 'year', 'added', 'duration', 'format'] as const)
    if (field === name) return field
  for (const field of ['exclusive', 'favorite', 'ownPlays', 'allPlays', 'lastPlayed'] as const)
    if (field === name) return field
  return rule.field
}
