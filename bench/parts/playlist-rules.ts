import { previewRules, type Rule, type SmartRules } from '@tonarchiv/contract/playlist-rules'
import type { RouteShape } from '@tonarchiv/contract/route'
import { median, percentile } from '../load/percentile.ts'

const COUNTS = 30

/** Calls a route and returns its answer. */
export type Call = (route: RouteShape, input: { params?: { id: string }; body: object }) => Promise<unknown>

const rulesOf = (rules: SmartRules['rules'], order: SmartRules['order'] = 'archive'): SmartRules => ({
  match: 'all',
  rules,
  order,
  limit: null,
})
const everything: Rule = { field: 'duration', op: 'more', value: 0 }

export const RULES: Readonly<Record<string, SmartRules>> = {
  'every track': rulesOf([everything]),
  'title contains "nacht"': rulesOf([{ field: 'title', op: 'contains', value: 'Nacht' }]),
  'artist contains "a", or a year': {
    ...rulesOf([
      { field: 'artist', op: 'contains', value: 'a' },
      { field: 'year', op: 'between', from: 2000, to: 2010 },
    ]),
    match: 'any',
  },
  'own plays less than 3, least first': rulesOf(
    [{ field: 'ownPlays', op: 'less', value: 3 }],
    'ownPlaysLeast',
  ),
  'all plays less than 3, most first': rulesOf([{ field: 'allPlays', op: 'less', value: 3 }], 'allPlaysMost'),
  'five rules with a group': rulesOf(
    [
      { field: 'type', op: 'isNot', value: 'unreleased' },
      { field: 'ownPlays', op: 'less', value: 3 },
      { field: 'lastPlayed', op: 'notWithin', days: 90 },
      {
        field: 'group',
        match: 'any',
        rules: [
          { field: 'favorite', op: 'is', value: true },
          { field: 'year', op: 'between', from: 2014, to: 2018 },
        ],
      },
    ],
    'ownPlaysLeast',
  ),
}

export interface Counted {
  name: string
  count: number
  medianMs: number
  p95Ms: number
}

/** Measures the whole call of the editor: the number of matches, and the first of them. */
export async function countMatching(call: Call, name: string, rules: SmartRules): Promise<Counted> {
  const durations: number[] = []
  let count = 0
  for (let round = 0; round < COUNTS; round += 1) {
    const requestedAt = performance.now()
    count = previewRules.answer.parse(await call(previewRules, { body: { rules } })).count
    durations.push(performance.now() - requestedAt)
  }
  return { name, count, medianMs: median(durations), p95Ms: percentile(durations, 0.95) }
}
