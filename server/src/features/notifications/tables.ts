import type { NoticeKind } from '@tonarchiv/contract/notification-settings'

export interface NotificationsTables {
  /** Notices for single members. */
  notifications: {
    id: string
    userId: string
    kind: NoticeKind
    /** Identifies what a notice is about, such as `reaction:<message>`. The same event again adds no second row. */
    groupKey: string
    /** The member who caused the event; null when no member did. */
    actorId: string | null
    /** The id of what the notice is about: a message, a request, a playlist, a room, an album. */
    subjectId: string | null
    /** Further data that the kind of notice stores; see `resolve/`. */
    detail: string | null
    at: string
    readAt: string | null
  }
  /** What all members with archive access are informed about: one row for all of them. */
  sharedNotices: {
    id: string
    kind: NoticeKind
    /** The group that members see as one notice: one for each day and kind, or one for each premiere. */
    groupKey: string
    /** Identifies the event, which is stored once. */
    eventKey: string
    actorId: string | null
    /** The id of the album or video. */
    subjectId: string
    detail: string | null
    at: string
  }
  /** How far a member has read a group of shared notices; the group `''` stands for all. */
  sharedNoticeReads: { userId: string; groupKey: string; readAt: string }
  notificationSettings: {
    userId: string
    /** JSON: the choices that differ from the defaults, by topic and channel. */
    choices: string
    /** JSON: `QuietHours` of the contract. */
    quiet: string
    timeZone: string
    chatMutedUntil: string | null
    digest: 'off' | 'daily' | 'weekly'
  }
}

declare module '#database/schema.ts' {
  interface Schema extends NotificationsTables {}
}
