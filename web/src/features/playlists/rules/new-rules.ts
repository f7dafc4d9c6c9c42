import type { SmartRules } from '@tonarchiv/contract/playlist-rules'

/** The rules of a new smart playlist: tracks that were added in the last 30 days, newest first. */
export const NEW_RULES: SmartRules = {
  match: 'all',
  rules: [{ field: 'added', op: 'within', days: 30 }],
  order: 'addedNewest',
  limit: null,
}

/**
 * The navigation state with which the page of a new smart playlist is opened: the page then shows the editor of the
 * rules.
 */
export const JUST_CREATED = { isNew: true }

export function wasJustCreated(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNew' in state
}
