import type { NoticeKind } from '@tonarchiv/contract/notification-settings'

/** A notice before it is resolved for its reader: it names things by their ids. */
export interface Candidate {
  id: string
  kind: NoticeKind
  at: string
  isUnread: boolean
  actorId: string | null
  /** The ids of what the notice is about, newest first. Only a group of shared notices has several. */
  subjectIds: readonly string[]
  detail: string | null
}

/** The ids of everything that the candidates of these kinds are about, without repetitions. */
export function idsOf(candidates: readonly Candidate[], ...kinds: NoticeKind[]): string[] {
  return [...new Set(candidates.flatMap(({ kind, subjectIds }) => (kinds.includes(kind) ? subjectIds : [])))]
}

/** The id of the first subject; without subjects the empty text, which no subject has as id. */
export function subjectOf({ subjectIds: [first = ''] }: Candidate): string {
  return first
}
