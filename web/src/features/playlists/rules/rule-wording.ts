import { ALBUM_TYPES } from '@tonarchiv/contract/catalog'
import { RuleFormat, type Rule, type SmartOrder } from '@tonarchiv/contract/playlist-rules'
import { TYPE_LABELS } from '#features/catalog/index.ts'

export type RuleField = Rule['field']
export type RuleOp = Rule['op']

/** The kind of value that a rule needs; it determines the control for the value. */
type ValueKind =
  | { kind: 'none' }
  | { kind: 'text' }
  | { kind: 'day' }
  | { kind: 'duration' }
  /** `unit` is displayed after the number. */
  | { kind: 'number'; unit?: string }
  | { kind: 'choice'; options: readonly (readonly [value: string, label: string])[] }

interface FieldWording {
  label: string
  /** The operators of a field; the first one is used for a new rule. */
  ops: readonly (readonly [op: RuleOp, label: string])[]
  value: ValueKind
}

const TEXT_OPS = [
  ['contains', 'enthält'],
  ['containsNot', 'enthält nicht'],
  ['is', 'ist'],
  ['isNot', 'ist nicht'],
  ['startsWith', 'beginnt mit'],
] as const
const IS_OR_NOT = [
  ['is', 'ist'],
  ['isNot', 'ist nicht'],
] as const
const BETWEEN = ['between', 'zwischen'] as const
const PLAYS_OPS = [['less', 'weniger als'], ['more', 'mehr als'], ['is', 'genau'], BETWEEN] as const
const TIME_OPS = [
  ['within', 'in den letzten'],
  ['notWithin', 'nicht in den letzten'],
  ['before', 'vor dem'],
  ['after', 'nach dem'],
] as const
const IS = [['is', 'ist']] as const
const DAYS = { kind: 'number', unit: 'Tagen' } as const

/** The fields that rules can use, in the order of the select field. */
export const FIELDS: Readonly<Record<RuleField, FieldWording>> = {
  title: { label: 'Titel', ops: TEXT_OPS, value: { kind: 'text' } },
  artist: { label: 'Künstler', ops: TEXT_OPS, value: { kind: 'text' } },
  album: { label: 'Album', ops: TEXT_OPS, value: { kind: 'text' } },
  type: {
    label: 'Typ',
    ops: IS_OR_NOT,
    value: { kind: 'choice', options: ALBUM_TYPES.map((type) => [type, TYPE_LABELS[type]] as const) },
  },
  year: {
    label: 'Jahr',
    ops: [['is', 'ist'], ['isNot', 'ist nicht'], ['less', 'vor'], ['more', 'nach'], BETWEEN],
    value: { kind: 'number' },
  },
  added: { label: 'Hinzugefügt', ops: TIME_OPS, value: DAYS },
  duration: {
    label: 'Dauer',
    ops: [['more', 'länger als'], ['less', 'kürzer als'], BETWEEN],
    value: { kind: 'duration' },
  },
  format: {
    label: 'Format',
    ops: IS_OR_NOT,
    value: {
      kind: 'choice',
      options: RuleFormat.options.map((format) => [format, format.toUpperCase()] as const),
    },
  },
  exclusive: {
    label: 'Exclusive',
    ops: IS,
    value: {
      kind: 'choice',
      options: [
        ['yes', 'Exclusive'],
        ['no', 'nicht Exclusive'],
      ],
    },
  },
  favorite: {
    label: 'Favorit',
    ops: IS,
    value: {
      kind: 'choice',
      options: [
        ['yes', 'in meinen Lieblingssongs'],
        ['no', 'nicht in meinen Lieblingssongs'],
      ],
    },
  },
  ownPlays: { label: 'Streams von mir', ops: PLAYS_OPS, value: { kind: 'number', unit: 'Streams' } },
  allPlays: { label: 'Streams von allen', ops: PLAYS_OPS, value: { kind: 'number', unit: 'Streams' } },
  lastPlayed: { label: 'Zuletzt gehört', ops: [...TIME_OPS, ['never', 'nie']], value: DAYS },
}

/** The kind of value that a rule with this field and operator needs. */
export function valueKindOf({ field, op }: { field: RuleField; op: RuleOp }): ValueKind {
  if (op === 'never') return { kind: 'none' }
  return op === 'before' || op === 'after' ? { kind: 'day' } : FIELDS[field].value
}

export const ORDER_LABELS: Readonly<Record<SmartOrder, string>> = {
  archive: 'Wie im Archiv',
  title: 'Titel',
  artist: 'Künstler',
  album: 'Album',
  yearNewest: 'Neueste Jahre zuerst',
  yearOldest: 'Älteste Jahre zuerst',
  addedNewest: 'Zuletzt hinzugefügt zuerst',
  addedOldest: 'Zuerst hinzugefügt zuerst',
  longest: 'Längste zuerst',
  shortest: 'Kürzeste zuerst',
  ownPlaysMost: 'Am häufigsten gehört zuerst',
  ownPlaysLeast: 'Am seltensten gehört zuerst',
  allPlaysMost: 'Von allen am häufigsten gehört zuerst',
  allPlaysLeast: 'Von allen am seltensten gehört zuerst',
  playedLast: 'Zuletzt gehört zuerst',
  playedLongAgo: 'Am längsten nicht gehört zuerst',
}
