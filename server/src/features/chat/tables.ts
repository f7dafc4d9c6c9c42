import type { CardKind } from '@tonarchiv/contract/cards'
import type { ReportReason, RestrictionKind } from '@tonarchiv/contract/chat-order'
import type { Generated } from 'kysely'

export interface ChatTables {
  conversations: {
    /** `ROOM_ID` for the room of all members; the id of the room for a listening room. */
    id: string
    kind: 'room' | 'direct' | 'listening'
    /** Revision of the last change. */
    revision: number
    /** Id of the newest message; empty at first. */
    lastId: string
    /** Deletions up to this revision are no longer recorded. */
    forgottenRevision: number
    /** The ids of both members of a direct conversation, in sorted order; otherwise null. */
    pair: string | null
    createdAt: string
  }
  /** Those who take part in a conversation. The room has no rows: all members take part in it. */
  conversationMembers: {
    userId: string
    conversationId: string
    /** Whether the member has muted the conversation. */
    isMuted: Generated<0 | 1>
    /** When the member has left the listening room; null while in it, and in other conversations. */
    leftAt: string | null
  }
  chatMessages: {
    id: string
    conversationId: string
    /** Null when the author's account was deleted. */
    userId: string | null
    /** Empty when the message was deleted. */
    content: string
    /** JSON: the mentioned members with their names at that time. */
    mentions: string
    clientId: string | null
    /** The card: its kind, the id of the thing, and of a moment the second. Null without a card. */
    cardKind: CardKind | null
    cardId: string | null
    cardSecond: number | null
    /** What the author of a system message has done: uploaded or announced something. Null for messages of members. */
    systemKind: 'upload' | 'premiere' | null
    deletedAt: string | null
    createdAt: string
    /** The id of the message that this one answers; that message may have been deleted and removed. */
    replyTo: string | null
    editedAt: string | null
    /** JSON: `Reaction` of the contract, in the order of `since`. It contains the counts of `chatReactions`. */
    reactions: Generated<string>
    pinnedAt: string | null
    /**
     * JSON: names and sizes of its images in their order, if it has several; a copy from `chatMedia`, so that pages are
     * read without another query.
     */
    album: string | null
  }
  /** Former texts of edited messages. */
  chatVersions: {
    messageId: string
    /** The revision of the edit that replaced this text. */
    revision: number
    content: string
    /** JSON, as of messages. */
    mentions: string
    writtenAt: string
  }
  chatReactions: {
    messageId: string
    emoji: string
    /** The member, whose account may have been deleted a moment ago. */
    userId: string
    /** The revision of the change that added the reaction. */
    revision: number
    createdAt: string
  }
  /** The log of changes of each conversation. `revision` is the order in which they were committed. */
  chatChanges: {
    conversationId: string
    /** Incremented by one for each change. Changes that are removed later leave gaps. */
    revision: number
    /** A name in `changeKinds`, or one of a newer version of this program. */
    kind: string
    messageId: string
    /** JSON: data of the change besides its kind and message. */
    payload: string | null
  }
  chatMedia: {
    /** The name in its URL. */
    name: string
    /** The uploading account, which may have been deleted. */
    userId: string
    /** Null until the upload is sent in a message. */
    messageId: string | null
    /** Index among the images of its message, from 0. */
    position: number
    kind: 'image' | 'voice'
    /** Null when the files were removed; the row still counts for the daily limit. */
    storageName: string | null
    contentType: string
    sizeBytes: number
    /** Size of the upload. */
    givenBytes: number
    durationSeconds: number | null
    width: number | null
    height: number | null
    /** JSON: waveform values from 0 to 100. */
    peaks: string | null
    fileName: string
    createdAt: string
  }
  chatReads: {
    userId: string
    conversationId: string
    lastReadId: string
    /** The furthest position of the mark before it was moved back; null when it was never moved back. */
    seenId: string | null
  }
  /** Reports of messages of the room by members. */
  chatReports: {
    id: string
    /** The message, which may have been deleted. */
    messageId: string
    authorId: string | null
    reporterId: string
    reason: ReportReason
    note: string
    /** The text of the message when it was reported. */
    content: string
    mediaKind: 'image' | 'voice' | null
    /** When the message was sent. */
    sentAt: string
    createdAt: string
    closedAt: string | null
    closedBy: string | null
  }
  /** Mutes and bans; those that have ended are kept for a year. */
  chatRestrictions: {
    id: string
    userId: string
    kind: RestrictionKind
    /** Null: without an end. */
    until: string | null
    reason: string
    madeBy: string | null
    createdAt: string
    /** When it was lifted or replaced; otherwise null. An account has at most one of each kind with null. */
    liftedAt: string | null
  }
  /** A table with one row. */
  chatSettings: {
    id: number
    slowSeconds: number
    /** Whether uploads get a message in the room. */
    uploadCards: number
  }
}

declare module '#database/schema.ts' {
  interface Schema extends ChatTables {}
}
