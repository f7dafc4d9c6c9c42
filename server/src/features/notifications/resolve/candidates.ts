import type { NoticeKind } from '@tonarchiv/contract/notification-settings'

/** A notice before it is resolved for its reader: it names things by their ids. */
export interface Candidate {
  id: string
  kind: NoticeKind
  at: string
  isUnread: boolean
  actorId: string | null
  /** What it is about, newest first; of a group of shared notices all of them. */
  subjectIds: readonly string[]
  detail: string | null
}

/** The first subject; the empty text, which is the id of nothing, without one. */
export function subjectOf({ subjectIds: [first = ''] }: Candidate): string {
  return first
}
