import type { NoticeKind } from '@tonarchiv/contract/notification-settings'

export interface NotificationsTables {
  /** Notices of one member each. */
  notifications: {
    id: string
    userId: string
    kind: NoticeKind
    /** What one notice stands for, such as `reaction:<message>`: the same event again changes no second row. */
    groupKey: string
    /** The member who did it; null when no member did. */
    actorId: string | null
    /** The id of what it is about: a message, a request, a playlist, a room, an album. */
    subjectId: string | null
    /** What the kind stores besides; see `resolve/`. */
    detail: string | null
    at: string
    readAt: string | null
  }
  /** What all members with archive access are informed about: one row for all of them. */
  sharedNotices: {
    id: string
    kind: NoticeKind
    /** The group as which members see it: one for each day and kind, or one for each premiere. */
    groupKey: string
    /** The event; it is stored once. */
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
