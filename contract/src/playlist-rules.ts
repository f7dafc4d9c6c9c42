import * as z from 'zod/mini'
import { AlbumType } from './catalog.ts'
import { route } from './route.ts'
import { Id, plainText, wholeNumber } from './text.ts'

/** Maximum number of rules of a playlist, including those in groups. */
export const RULES_MAX = 30
export const RULE_TEXT_MAX = 200
/** Maximum number of tracks that a smart playlist contains. */
export const SMART_TRACKS_MAX = 10_000
/** Number of tracks that the preview of rules returns. */
export const PREVIEWED_TRACKS = 4

/** How several rules are combined. */
export const RuleMatch = z.enum(['all', 'any'], 'Bitte wähle „alle“ oder „eine“')
export type RuleMatch = z.infer<typeof RuleMatch>

/** The formats that the archive stores. */
export const RuleFormat = z.enum(
  ['mp3', 'm4a', 'aac', 'wav', 'flac', 'ogg', 'opus', 'aiff', 'wma', 'wv', 'tta', 'ac3', 'dsf'],
  'Bitte wähle ein Format',
)

/** The orders of a smart playlist. The first one is the order of the archive. */
export const SmartOrder = z.enum(
  [
    'archive',
    'title',
    'artist',
    'album',
    'yearNewest',
    'yearOldest',
    'addedNewest',
    'addedOldest',
    'longest',
    'shortest',
    'ownPlaysMost',
    'ownPlaysLeast',
    'allPlaysMost',
    'allPlaysLeast',
    'playedLast',
    'playedLongAgo',
  ],
  'Bitte wähle eine Reihenfolge',
)
export type SmartOrder = z.infer<typeof SmartOrder>

export const ruleTooDeep = 'Eine Gruppe kann keine weitere Gruppe enthalten'
export const tooManyRules = `Höchstens ${RULES_MAX} Regeln sind möglich`
const unknownRule = 'Diese Regel gibt es nicht'
const unknownComparison = 'Diesen Vergleich gibt es nicht'

const Text = plainText({
  min: 1,
  max: RULE_TEXT_MAX,
  tooShort: 'Bitte gib einen Text ein',
  tooLong: `Höchstens ${RULE_TEXT_MAX} Zeichen sind möglich`,
})
const Year = wholeNumber({ min: 1000, max: 9999 })
const Plays = wholeNumber({ min: 0, max: 1_000_000 })
const Days = wholeNumber({ min: 1, max: 36_500 })
const Seconds = wholeNumber({
  min: 0,
  max: 86_400,
  error: 'Bitte gib eine Dauer bis 24 Stunden an, etwa 3:30',
})
/** `2026-11-22`, in UTC. */
const Day = z.iso.date('Bitte gib ein Datum an')

const TextOp = z.enum(['contains', 'containsNot', 'is', 'isNot', 'startsWith'])
const IsOrNot = z.enum(['is', 'isNot'])
const fromTo = { error: 'Der erste Wert darf nicht größer sein', path: ['to'] }
const isFromTo = ({ from, to }: { from: number; to: number }) => from <= to

const YearRule = z.discriminatedUnion(
  'op',
  [
    z.object({ field: z.literal('year'), op: z.literal('isNot'), value: Year }),
    z.object({ field: z.literal('year'), op: z.enum(['is', 'less', 'more']), value: Year }),
    z
      .object({ field: z.literal('year'), op: z.literal('between'), from: Year, to: Year })
      .check(z.refine(isFromTo, fromTo)),
  ],
  unknownComparison,
)

const DurationRule = z.discriminatedUnion(
  'op',
  [
    z.object({ field: z.literal('duration'), op: z.enum(['less', 'more']), value: Seconds }),
    z
      .object({ field: z.literal('duration'), op: z.literal('between'), from: Seconds, to: Seconds })
      .check(z.refine(isFromTo, fromTo)),
  ],
  unknownComparison,
)

const PlaysField = z.enum(['ownPlays', 'allPlays'])
const PlaysRule = z.discriminatedUnion(
  'op',
  [
    z.object({ field: PlaysField, op: z.enum(['is', 'less', 'more']), value: Plays }),
    z
      .object({ field: PlaysField, op: z.literal('between'), from: Plays, to: Plays })
      .check(z.refine(isFromTo, fromTo)),
  ],
  unknownComparison,
)

const TimeField = z.enum(['added', 'lastPlayed'])
const TimeRule = z.discriminatedUnion(
  'op',
  [
    z.object({ field: TimeField, op: z.enum(['within', 'notWithin']), days: Days }),
    z.object({ field: TimeField, op: z.enum(['before', 'after']), day: Day }),
    z.object({ field: z.literal('lastPlayed'), op: z.literal('never') }),
  ],
  unknownComparison,
)

const kinds = [
  z.object({ field: z.enum(['title', 'artist', 'album']), op: TextOp, value: Text }),
  z.object({ field: z.literal('type'), op: IsOrNot, value: AlbumType }),
  z.object({ field: z.literal('format'), op: IsOrNot, value: RuleFormat }),
  z.object({ field: z.enum(['exclusive', 'favorite']), op: z.literal('is'), value: z.boolean() }),
  YearRule,
  DurationRule,
  PlaysRule,
  TimeRule,
] as const

const isGroup = (input: unknown) =>
  typeof input === 'object' && input !== null && 'field' in input && input.field === 'group'

/** A condition for tracks. */
export const Rule = z.discriminatedUnion('field', kinds, {
  error: ({ input }) => (isGroup(input) ? ruleTooDeep : unknownRule),
})
export type Rule = z.infer<typeof Rule>

const ruleList = <R extends z.ZodMiniType>(rule: R) =>
  z
    .array(rule)
    .check(z.minLength(1, 'Bitte gib mindestens eine Regel an'), z.maxLength(RULES_MAX, tooManyRules))

/** Several rules that count as one. A group contains no groups. */
export const RuleGroup = z.object({ field: z.literal('group'), match: RuleMatch, rules: ruleList(Rule) })
export type RuleGroup = z.infer<typeof RuleGroup>

const RuleOrGroup = z.discriminatedUnion('field', [...kinds, RuleGroup], unknownRule)

/** The maximum size of the result; null for all matching tracks. */
const SmartLimit = z.nullable(
  z.discriminatedUnion('unit', [
    z.object({ unit: z.literal('tracks'), count: wholeNumber({ min: 1, max: SMART_TRACKS_MAX }) }),
    z.object({ unit: z.literal('minutes'), count: wholeNumber({ min: 1, max: 100_000 }) }),
  ]),
)

/**
 * The rules of a smart playlist. Rules about plays, last plays and favorites use those of the member who reads the
 * playlist.
 */
export const SmartRules = z.object({
  match: RuleMatch,
  rules: ruleList(RuleOrGroup).check(
    z.refine((rules) => rulesIn({ rules }).length <= RULES_MAX, { error: tooManyRules }),
  ),
  order: SmartOrder,
  limit: SmartLimit,
})
export type SmartRules = z.infer<typeof SmartRules>

/** All rules, including those in groups. */
export function rulesIn({ rules }: { rules: readonly (Rule | RuleGroup)[] }): Rule[] {
  return rules.flatMap((rule) => (rule.field === 'group' ? rule.rules : rule))
}

/** A track that matches the rules. */
const MatchingTrack = z.object({
  id: Id,
  title: z.string(),
  coverUrl: z.string(),
  /** Seconds. */
  duration: z.number(),
  /** Number of the caller's plays of the track. */
  ownPlays: z.number(),
})
export type MatchingTrack = z.infer<typeof MatchingTrack>

export const previewRules = route({
  method: 'POST',
  path: '/api/playlists/preview',
  access: 'key',
  limit: 'search',
  summary: 'How many tracks match rules, and the first of them, for the editor of a smart playlist.',
  body: z.object({ rules: SmartRules }),
  answer: z.object({
    /** Number of all matching tracks, including those above the limit. */
    count: z.number(),
    /** Seconds. */
    duration: z.number(),
    /** Number of playable tracks in the archive. */
    total: z.number(),
    first: z.array(MatchingTrack),
  }),
})
