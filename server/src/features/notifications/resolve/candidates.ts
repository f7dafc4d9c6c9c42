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

/** The id of the first subject; without subjects the empty text, which no subject has as id. */
export function subjectOf({ subjectIds: [first = ''] }: Candidate): string {
  return first
}
