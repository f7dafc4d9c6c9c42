export interface ChatTables {
  /** One row. */
  chatState: {
    id: number
    /** Number of the last change. */
    revision: number
    /** Id of the newest message; empty at first. */
    lastId: string
    /** Deletions up to this one are no longer known. */
    forgottenRevision: number
  }
  chatMessages: {
    id: string
    /** Null when the author's account is gone. */
    userId: string | null
    /** Empty when the message was deleted. */
    content: string
    /** JSON: who was mentioned, as they were called then. */
    mentions: string
    clientId: string | null
    deletedAt: string | null
    createdAt: string
  }
  /** Everything that has changed in the chat, in the order in which it became visible. */
  chatChanges: {
    /** Counts up by one; forgotten deletions leave gaps. */
    revision: number
    /** A name out of `changeKinds`, or one of a newer version of this program. */
    kind: string
    messageId: string
    /** JSON: what the change says beyond its kind and message. */
    payload: string | null
  }
  chatMedia: {
    /** In its address. */
    name: string
    /** Whoever uploaded it; their account may be gone. */
    userId: string
    /** Null until it is sent. */
    messageId: string | null
    kind: 'image' | 'voice'
    /** Null when the bytes are gone; the row still counts for the day's limit. */
    storageName: string | null
    contentType: string
    sizeBytes: number
    /** What was sent to us. */
    givenBytes: number
    durationSeconds: number | null
    width: number | null
    height: number | null
    /** JSON: heights from 0 to 100. */
    peaks: string | null
    fileName: string
    createdAt: string
  }
  chatReads: { userId: string; lastReadId: string }
}

declare module '#database/schema.ts' {
  interface Schema extends ChatTables {}
}
